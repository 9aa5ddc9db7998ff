/** A web server on loopback that has the static site's lists and zips of made volumes, and counts its requests. */
import { createServer, type ServerResponse } from "node:http";
import { jurisdictionRows, reporterRows, unitOf, type Volume, volumeRow, zipOf } from "./volumes.ts";

export interface Site extends AsyncDisposable {
  readonly url: string;
  readonly volumes: readonly Volume[];
  /** Requests so far. */
  readonly requests: number;
}

/** @param port 0: any free one */
export async function startSite(volumes: readonly Volume[], port: number): Promise<Site> {
  const byPath = new Map(volumes.map((volume) => [`/${unitOf(volume)}.zip`, volume]));
  const lists: Readonly<Record<string, Buffer>> = {
    "/JurisdictionsMetadata.json": bytesOf(jurisdictionRows(volumes.length)),
    "/ReportersMetadata.json": bytesOf(reporterRows(volumes.length)),
    "/VolumesMetadata.json": bytesOf(volumes.map(volumeRow)),
  };
  let requests = 0;
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    requests++;
    const volume = byPath.get(path);
    const body = volume === undefined ? lists[path] : await zipOf(volume);
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Length": body.length }).end(body);
  };
  const server = createServer((request, response) => {
    answer(request.url ?? "/", response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(port, "127.0.0.1", listening);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    volumes,
    get requests() {
      return requests;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function bytesOf(rows: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify(rows));
}
