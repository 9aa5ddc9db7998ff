/**
 * Zips out of the ordinary (docs/faults.md, "A3" and "X1"): legal forms by the options that make them, damage by what it
 * changes.
 */
import { directoryRecord, type Members, type ZipOptions } from "./archives.ts";

interface ZipForm {
  readonly options: ZipOptions;
  /** Other names, or another order, of the same members. */
  readonly arrange?: (members: Members) => Members;
}

/** Forms that a zip may have: each is read as the plain one. */
export const LEGAL_FORMS: Readonly<Record<string, ZipForm>> = {
  "in Zip64": { options: { zip64: true } },
  "with data descriptors": { options: { descriptors: true } },
  "in Zip64 with data descriptors": { options: { descriptors: true, zip64: true } },
  stored: { options: { compress: false } },
  deflated: { options: { compress: true } },
  "with a comment": { options: { comment: "made by hand" } },
  "with folder entries": { options: {}, arrange: withFolders },
  "in another order": { options: {}, arrange: (members) => new Map([...members].reverse()) },
};

/** What is refused, with the word that names it; `name` is of an entry that is neither the first nor the last. */
export const REFUSED_FORMS: Readonly<
  Record<string, { readonly change: (bytes: Buffer, name: string) => Buffer; readonly named: RegExp }>
> = {
  "an encrypted entry": {
    change: inRecord((bytes, at) => bytes.writeUInt16LE(1, at + 8)),
    named: /encrypted/,
  },
  "an entry of strong encryption": {
    change: inRecord((bytes, at) => bytes.writeUInt16LE(0x41, at + 8)),
    named: /encrypted/,
  },
  "an unknown method": {
    change: inRecord((bytes, at) => bytes.writeUInt16LE(14, at + 10)),
    named: /compression method 14 is not known/,
  },
  "several disks": {
    change: (bytes) => {
      bytes.writeUInt16LE(1, bytes.length - 16);
      return bytes;
    },
    named: /several disks/,
  },
  "an entry on another disk": {
    change: inRecord((bytes, at) => bytes.writeUInt16LE(1, at + 34)),
    named: /several disks/,
  },
  "bytes before the first entry": {
    change: (bytes) => Buffer.concat([Buffer.from("MZ, a stub"), bytes]),
    named: /10 bytes before the first entry/,
  },
  "bytes after the end record": {
    change: (bytes) => Buffer.concat([bytes, Buffer.from("junk")]),
    named: /bytes after the end record/,
  },
  "overlapping entries": { change: overlap, named: /overlaps/ },
  "a directory that claims 8 EiB": { change: claim, named: /over the limit of \d+ bytes unpacked/ },
};

function withFolders(members: Members): Members {
  const folders = [...members.keys()].flatMap((name) => {
    const parts = name.split("/").slice(0, -1);
    return parts.map((_, depth) => `${parts.slice(0, depth + 1).join("/")}/`);
  });
  return new Map([...[...new Set(folders)].map((name) => [name, Buffer.alloc(0)] as const), ...members]);
}

function inRecord(change: (bytes: Buffer, record: number) => void) {
  return (bytes: Buffer, name: string): Buffer => {
    change(bytes, directoryRecord(bytes, name));
    return bytes;
  };
}

/** The entry is said to lie where the first one does. */
function overlap(bytes: Buffer, name: string): Buffer {
  bytes.writeUInt32LE(0, directoryRecord(bytes, name) + 42);
  return bytes;
}

/** The entry is said to unpack to 8 EiB: sizes move into a Zip64 field, the directory grows, the end record with it. */
function claim(bytes: Buffer, name: string): Buffer {
  const record = directoryRecord(bytes, name);
  const nameBytes = bytes.readUInt16LE(record + 28);
  const extraAt = record + 46 + nameBytes;
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(2n ** 63n, 4);
  bytes.writeUInt32LE(0xffffffff, record + 24);
  bytes.writeUInt16LE(bytes.readUInt16LE(record + 30) + field.length, record + 30);
  const end = bytes.length - 22;
  bytes.writeUInt32LE(bytes.readUInt32LE(end + 12) + field.length, end + 12);
  return Buffer.concat([bytes.subarray(0, extraAt), field, bytes.subarray(extraAt)]);
}

/** A zip whose directory alone is a burden (docs/faults.md, "X1"). */

/** A zip of empty entries, as small as it can be: its directory alone is 50 MB. */
export function manyEntries(count: number): Buffer {
  const local = Buffer.from("504b03040a00000000000000000000000000000000000000000001000000", "hex");
  const header = Buffer.concat([local, Buffer.from("a")]);
  const record = Buffer.alloc(47);
  record.write("504b01020a000a0000000000", 0, "hex");
  record.writeUInt16LE(1, 28);
  record.write("a", 46);
  const directory = Buffer.alloc(47 * count, record);
  const locator = Buffer.alloc(20);
  const end64 = Buffer.alloc(56);
  end64.write("504b0606", 0, "hex");
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(directory.length), 40);
  end64.writeBigUInt64LE(BigInt(header.length), 48);
  locator.write("504b0607", 0, "hex");
  locator.writeBigUInt64LE(BigInt(header.length + directory.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.from("504b050600000000ffffffffffffffffffffffff0000", "hex");
  return Buffer.concat([header, directory, end64, locator, end]);
}
