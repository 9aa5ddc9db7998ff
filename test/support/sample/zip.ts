/** Zip files of one moment and one mode, so that the same entries give the same bytes. */
import { ZipFile } from "yazl";

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** `packing`: bags hold what is packed already, volume zips are deflated (docs/formats.md, "Layout of a bulk archive" and "Layout of a volume zip"). */
export async function makeZip(
  entries: readonly ZipEntry[],
  packing: "stored" | "deflated",
  date: string,
): Promise<Buffer> {
  const zip = new ZipFile();
  // Zip files tell local time; noon is the same day wherever the sample is made.
  const mtime = new Date(`${date}T12:00:00`);
  for (const { name, bytes } of entries) {
    zip.addBuffer(bytes, name, {
      mtime,
      mode: 0o100644,
      compress: packing === "deflated",
      forceDosTimestamp: true,
    });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
