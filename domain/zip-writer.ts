/** A file of an archive: its content, and whether it is kept as it is, or the parts of its content as they are made. */
export type ArchivedFile = { readonly name: string } & (
  | { readonly bytes: Uint8Array; readonly isStored?: boolean }
  | { readonly parts: AsyncIterable<Uint8Array> }
);

/** Compresses bytes by DEFLATE (RFC 1951), without a header; what comes of all up to the last follows one another as one stream. */
export type Deflate = (bytes: Uint8Array, isLast: boolean) => Promise<Uint8Array>;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Version of the format that is needed: 2.0, for DEFLATE. */
const VERSION = 20;
/** Names are in UTF-8. */
const UTF8 = 0x0800;
/** 1 January 1980, the earliest date of the format: the same files make the same bytes at any time and place. */
const DATE = 0x0021;
/** Largest number of a size or a place. */
const MOST_BYTES = 0xffffffff;

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3.3) file by file. Sizes stand before each content, as readers of EPUB and DOCX ask for, so that one
 * file is in memory at a time, compressed; equal files make equal bytes. Archives have less than 65,536 files.
 *
 * @throws RangeError for 4 GiB and more, which the format has no numbers for.
 */
export async function* writeZip(
  files: AsyncIterable<ArchivedFile> | Iterable<ArchivedFile>,
  deflate: Deflate,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  const central: Uint8Array[] = [];
  let offset = 0;
  for await (const file of files) {
    const { contents, length, crc, size, isStored } = await packed(file, deflate);
    const encoded = new TextEncoder().encode(file.name);
    const shared = [
      [2, VERSION],
      [2, UTF8],
      [2, isStored ? 0 : 8],
      [2, 0],
      [2, DATE],
      [4, crc],
      [4, length],
      [4, size],
      [2, encoded.length],
      [2, 0],
    ] as const;
    const head = joined([fields([[4, LOCAL], ...shared]), encoded]);
    const entry = [[4, CENTRAL], [2, VERSION], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]] as const;
    central.push(joined([fields(entry), encoded]));
    offset += head.length + length;
    if (size > MOST_BYTES || offset > MOST_BYTES) throw new RangeError("an archive has less than 4 GiB");
    yield head;
    yield* contents;
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

/** Content of a file as it stands in an archive. */
interface PackedFile {
  readonly contents: readonly Uint8Array[];
  /** Bytes of `contents`. */
  readonly length: number;
  readonly crc: number;
  /** Bytes of the content as it is. */
  readonly size: number;
  readonly isStored: boolean;
}

async function packed(file: ArchivedFile, deflate: Deflate): Promise<PackedFile> {
  if ("bytes" in file) {
    const { bytes, isStored = false } = file;
    const content = isStored ? bytes : await deflate(bytes, true);
    return { contents: [content], length: content.length, crc: crc32(bytes), size: bytes.length, isStored };
  }
  const contents: Uint8Array[] = [];
  let crc = 0;
  let size = 0;
  for await (const part of file.parts) {
    crc = crc32(part, crc);
    size += part.length;
    contents.push(await deflate(part, false));
  }
  contents.push(await deflate(new Uint8Array(), true));
  const length = contents.reduce((total, each) => total + each.length, 0);
  return { contents, length, crc, size, isStored: false };
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

/** CRC-32 of bytes (ISO 3309, the polynomial 0x04C11DB7), behind others that have `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = before ^ 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}
