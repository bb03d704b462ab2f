/** A file of an archive: its name, and its text. */
export interface ZippedFile {
  readonly name: string;
  readonly text: string;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;

/**
 * A ZIP archive of texts, stored as they are: stories are small, and a browser has no other way to save several files at once without
 * asking for leave. Names are used as they are; of two alike the later gets a number.
 */
export function zipOf(files: readonly ZippedFile[], at: Date): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const entries: Uint8Array<ArrayBuffer>[] = [];
  const stamp = dosTime(at);
  let offset = 0;
  for (const { name, text } of distinct(files)) {
    const bytes = encode(text);
    const path = encode(name);
    // The same in both headers: version, flags, method "stored", time, checksum, size twice, lengths of name and of nothing more.
    const shared = [
      ...two(VERSION),
      ...two(FLAGS),
      ...two(0),
      ...four(stamp),
      ...four(checksum(bytes)),
      ...four(bytes.length),
      ...four(bytes.length),
      ...two(path.length),
      ...two(0),
    ];
    const local = Uint8Array.from([...four(LOCAL_HEADER), ...shared]);
    const comment = [...two(0), ...two(0), ...two(0), ...four(0)];
    const central = Uint8Array.from([...four(CENTRAL_HEADER), ...two(VERSION), ...shared, ...comment, ...four(offset)]);
    parts.push(local, path, bytes);
    entries.push(central, path);
    offset += local.length + path.length + bytes.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const count = two(entries.length / 2);
  const end = Uint8Array.from([
    ...four(END),
    ...two(0),
    ...two(0),
    ...count,
    ...count,
    ...four(size),
    ...four(offset),
    ...two(0),
  ]);
  return new Blob([...parts, ...entries, end], { type: "application/zip" });
}

/** Files of which no two have the same name, whatever the case: "gate.ink", "gate-2.ink". */
function distinct(files: readonly ZippedFile[]): ZippedFile[] {
  const taken = new Set<string>();
  return files.map(({ name, text }) => {
    const [base = name, ...endings] = name.split(".");
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = [`${base}-${n}`, ...endings].join(".");
    taken.add(free.toLowerCase());
    return { name: free, text };
  });
}

const encode = (text: string) => new TextEncoder().encode(text);
const two = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff];
const four = (value: number): number[] => [...two(value & 0xffff), ...two(value >>> 16)];

/** Date and time as archives keep them, in steps of two seconds since 1980. */
function dosTime(at: Date): number {
  const day = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** CRC-32. */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
