import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { answerClientError } from "../../src/http/connections.ts";

/** How often a connection is ended because half a request is late. */
function endsOf(socket: Socket): number {
  const end = vi.spyOn(socket, "end").mockReturnValue(socket);
  answerClientError(Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  socket.destroy();
  return end.mock.calls.length;
}

test("H12: half a request is no time-out of the client while its connection is not read", () => {
  expect(endsOf(new Socket().pause())).toBe(0);
  expect(endsOf(new Socket())).toBe(1);
});
