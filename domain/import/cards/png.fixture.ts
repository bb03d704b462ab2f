import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Returns a chunk of a PNG picture. */
export function pngChunk(
  type: string,
  data: Uint8Array | string = "",
  wrong: { length?: number; crc?: number } = {},
): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), Buffer.from(data as string, "latin1")]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(wrong.length ?? content.length - 4);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(wrong.crc ?? crc32(content));
  return Buffer.concat([length, content, crc]);
}

/** Returns the chunk that carries a card. */
export function cardChunk(json: string, keyword = "chara"): Buffer {
  return pngChunk("tEXt", `${keyword}\0${Buffer.from(json, "utf8").toString("base64")}`);
}

/** Header of a grey picture of one pixel, its content and its end. */
export const IHDR = pngChunk("IHDR", Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0));
export const IDAT = pngChunk("IDAT", deflateSync(Uint8Array.of(0, 0)));
export const IEND = pngChunk("IEND");

/** Returns the bytes of a file of chunks. */
export function pngOf(...chunks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** Returns a whole picture that carries some cards. */
export function pngWith(...cards: readonly Uint8Array[]): Buffer {
  return pngOf(IHDR, ...cards, IDAT, IEND);
}
