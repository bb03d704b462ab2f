/** A file of an archive: its name, its content, and whether it is kept as it is. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isStored?: boolean;
}

/** Compresses bytes by DEFLATE (RFC 1951), without a header. */
export type Deflate = (bytes: Uint8Array) => Promise<Uint8Array>;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Version of the format that is needed: 2.0, for DEFLATE. */
const VERSION = 20;
/** Names are in UTF-8. */
const UTF8 = 0x0800;
/** 1 January 1980, the earliest date of the format: the same files make the same bytes at any time and place. */
const DATE = 0x0021;

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3.3) file by file. Sizes stand before each content, as readers of EPUB and DOCX ask for; equal
 * files make equal bytes. Archives have less than 4 GiB and 65,536 files.
 */
export async function* writeZip(
  files: AsyncIterable<ArchivedFile> | Iterable<ArchivedFile>,
  deflate: Deflate,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  const central: Uint8Array[] = [];
  let offset = 0;
  for await (const { name, bytes, isStored = false } of files) {
    const content = isStored ? bytes : await deflate(bytes);
    const encoded = new TextEncoder().encode(name);
    const shared = [
      [2, VERSION],
      [2, UTF8],
      [2, isStored ? 0 : 8],
      [2, 0],
      [2, DATE],
      [4, crc32(bytes)],
      [4, content.length],
      [4, bytes.length],
      [2, encoded.length],
      [2, 0],
    ] as const;
    const head = joined([fields([[4, LOCAL], ...shared]), encoded]);
    const entry = [[4, CENTRAL], [2, VERSION], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]] as const;
    central.push(joined([fields(entry), encoded]));
    offset += head.length + content.length;
    yield head;
    yield content;
  }
  const directory = joined(central);
  yield directory;
  const { length } = central;
  yield fields([
    [4, END],
    [2, 0],
    [2, 0],
    [2, length],
    [2, length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  ]);
}

/** Little-endian numbers of two or four bytes. */
function fields(values: readonly (readonly [bytes: number, value: number])[]): Uint8Array {
  const made = new DataView(new ArrayBuffer(values.reduce((total, [bytes]) => total + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 2) made.setUint16(at, value, true);
    else made.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(made.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const made = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of bytes (ISO 3309, the polynomial 0x04C11DB7). */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}
