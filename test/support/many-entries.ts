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
