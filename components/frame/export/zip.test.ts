import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { zipOf } from "./zip.ts";

/** Returns the files of an archive by name, with every checksum and size compared. */
async function unpacked(archive: Blob): Promise<Record<string, string>> {
  const bytes = Buffer.from(await archive.arrayBuffer());
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  const files: [string, string][] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.subarray(at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
    expect(bytes.subarray(local + 4, local + 30)).toEqual(bytes.subarray(at + 6, at + 32));
    expect(bytes.subarray(local + 30, local + 30 + nameLength)).toEqual(name);
    const content = bytes.subarray(local + 30 + nameLength).subarray(0, bytes.readUInt32LE(at + 24));
    expect(crc32(content)).toBe(bytes.readUInt32LE(at + 16));
    files.push([name.toString(), content.toString()]);
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return Object.fromEntries(files);
}

test("files come out of the archive as they went in", async () => {
  const files = [
    { name: "the-gate.ink", text: "Halt! Zwölf Münzen — 十二.\n" },
    { name: "empty.yarn", text: "" },
    { name: "tür.twee", text: "x".repeat(70_000) },
  ];
  const read = await unpacked(zipOf(files, new Date(2026, 10, 25, 7, 30)));
  expect(read).toEqual(Object.fromEntries(files.map(({ name, text }) => [name, text])));
});

test("two dialogues of one name are two files", async () => {
  const same = ["gate", "Gate", "gate"].map((name, at) => ({ name: `${name}.lines.csv`, text: `${at}` }));
  expect(await unpacked(zipOf(same, new Date(2026, 0, 1)))).toEqual({
    "gate.lines.csv": "0",
    "Gate-2.lines.csv": "1",
    "gate-3.lines.csv": "2",
  });
});
