import { ImportError } from "../import-error.ts";
import { CARD_LIMITS } from "./card-limits.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Length and type before the data of a chunk, and the checksum behind it. */
const CHUNK_FRAME = 12;
const MAX_KEYWORD = 79;

/** Text of a picture. */
export interface PngText {
  /** Type of its chunk: `tEXt` as it is, `zTXt` and `iTXt` perhaps compressed. */
  readonly type: "tEXt" | "zTXt" | "iTXt";
  readonly keyword: string;
  /** Bytes behind the keyword. Nothing of them is unpacked. */
  readonly data: Uint8Array;
}

/** Whether bytes begin as a PNG picture does. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, at) => bytes[at] === byte);
}

/**
 * Returns the texts of a PNG picture. The picture itself is neither decoded nor unpacked; all its chunks are checked: lengths, order,
 * checksums.
 *
 * @throws {ImportError} where it is damaged, larger than a card may be, or goes on behind its end
 */
export function textsOfPng(bytes: Uint8Array): PngText[] {
  const texts: PngText[] = [];
  for (const { type, data } of checkedChunks(bytes)) {
    if (type === "tEXt" || type === "zTXt" || type === "iTXt") texts.push(readText(type, data));
  }
  return texts;
}

/** Chunks of a picture itself: its size, colours, pixels and frames. */
const DRAWN: ReadonlySet<string> = new Set(
  "IHDR PLTE tRNS cHRM gAMA iCCP sBIT sRGB bKGD pHYs acTL fcTL fdAT IDAT IEND".split(" "),
);

/**
 * Returns a PNG picture without the words in it and whatever else is not drawn: not everybody who may see a character may read its card.
 *
 * @throws {ImportError} as {@link textsOfPng} does
 */
export function pictureWithoutWords(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = [bytes.subarray(0, SIGNATURE.length)];
  for (const { type, whole } of checkedChunks(bytes)) if (DRAWN.has(type)) kept.push(whole);
  const picture = new Uint8Array(kept.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of kept) {
    picture.set(part, at);
    at += part.length;
  }
  return picture;
}

/** Chunk of a picture: its data, and its bytes with length and checksum. */
interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
  readonly whole: Uint8Array;
}

/** Yields the chunks of a picture, each checked, up to its end. */
function* checkedChunks(bytes: Uint8Array): Generator<Chunk, void, undefined> {
  if (!isPng(bytes)) refuse("The file does not begin as a PNG picture does.");
  if (bytes.length > CARD_LIMITS.pngBytes) {
    const mib = CARD_LIMITS.pngBytes / 1024 / 1024;
    throw new ImportError("too_large", `The picture is larger than ${mib} MiB, the limit of a card.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  let hasPicture = false;
  for (let at = SIGNATURE.length; ; ) {
    const left = bytes.length - at;
    if (left === 0) refuse("The picture has no end (IEND).");
    if (left < CHUNK_FRAME) refuse("The picture ends within a chunk.");
    count += 1;
    if (count > CARD_LIMITS.pngChunks) {
      const limit = CARD_LIMITS.pngChunks.toLocaleString("en");
      throw new ImportError("too_large", `The picture has more than ${limit} chunks, the limit of a card.`);
    }
    const length = view.getUint32(at);
    const type = typeOf(bytes.subarray(at + 4, at + 8));
    if (length > left - CHUNK_FRAME) refuse(`The chunk ${type} is said to be longer than the rest of the file.`);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (view.getUint32(at + 8 + length) !== crc32(bytes.subarray(at + 4, at + 8 + length)))
      refuse(`The checksum of the chunk ${type} is wrong.`);
    const whole = bytes.subarray(at, at + CHUNK_FRAME + length);
    at += CHUNK_FRAME + length;
    if ((count === 1) !== (type === "IHDR"))
      refuse(
        count === 1 ? "The picture does not begin with its header (IHDR)." : "The picture has two headers (IHDR).",
      );
    if (type === "IHDR") checkHeader(data);
    else if (type === "IDAT") hasPicture = true;
    if (type === "IEND") {
      if (length > 0) refuse("The end of the picture (IEND) has content.");
      if (at < bytes.length) refuse("The file goes on behind the end of the picture.");
      if (!hasPicture) refuse("The file has no picture (IDAT).");
    }
    yield { type, data, whole };
    if (type === "IEND") return;
  }
}

function typeOf(bytes: Uint8Array): string {
  const type = String.fromCharCode(...bytes);
  if (!/^[A-Za-z]{4}$/.test(type)) refuse("The type of a chunk is not four letters.");
  return type;
}

function checkHeader(data: Uint8Array): void {
  if (data.length !== 13) refuse("The header of the picture (IHDR) is not 13 bytes long.");
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0) === 0 || view.getUint32(4) === 0) refuse("The picture has no width or no height.");
}

function readText(type: PngText["type"], data: Uint8Array): PngText {
  const end = data.indexOf(0);
  if (end < 1 || end > MAX_KEYWORD) refuse(`The keyword of a text (${type}) has no end, or not 1 to 79 characters.`);
  return { type, keyword: String.fromCharCode(...data.subarray(0, end)), data: data.subarray(end + 1) };
}

function refuse(message: string): never {
  throw new ImportError("invalid_syntax", message);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the checksum of the PNG format (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
