/** Requests byte by byte: what no well-behaved client would send. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  // a reset is an end like others
  return connect(Number(port), hostname).on("error", () => {});
}

/** Sends bytes and comes to everything that is answered until the other side ends the connection. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = openSocket(url);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.write(Buffer.from(bytes, "latin1"));
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}
