/** Services under test: in this process, on loopback, on a free port. */
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import {
  PARTS,
  type Service,
  type ServiceEvent,
  type ServiceOptions,
  startService,
} from "../../src/http/service.ts";
import { HANG_MS } from "../support/hang.ts";

/** Options of a service on a corpus. */
export function serviceOptions(corpusPath: string, more: Partial<ServiceOptions> = {}): ServiceOptions {
  return {
    corpus: corpusPath,
    dataFolder: join(corpusPath, "..", "data"),
    exportsFolder: null,
    host: "127.0.0.1",
    port: 0,
    baseUrl: null,
    tokensFile: null,
    bodies: "for credentials",
    closedText: "searchable",
    robots: null,
    readers: 1,
    deadlineMs: HANG_MS,
    onEvent: () => {},
    ...more,
  };
}

export interface ServiceOfFile {
  url: string;
  /** What the service has reported so far. */
  readonly events: ServiceEvent[];
}

/** One service for all tests of a file; its address is known once they run. */
export function serviceOfFile(
  prepare: () => Promise<Partial<ServiceOptions> & { corpusPath: string; parts?: Partial<typeof PARTS> }>,
): ServiceOfFile {
  const served: ServiceOfFile = { url: "", events: [] };
  let service: Service | undefined;
  beforeAll(async () => {
    const { corpusPath, parts, ...more } = await prepare();
    const onEvent = (event: ServiceEvent): void => void served.events.push(event);
    service = await startService(serviceOptions(corpusPath, { onEvent, ...more }), { ...PARTS, ...parts });
    served.url = service.url;
  });
  afterAll(() => service?.[Symbol.asyncDispose]());
  return served;
}
