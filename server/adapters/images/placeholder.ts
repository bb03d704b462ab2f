import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** Fields of each side of the pattern, and pixels of each field. */
const FIELDS = 8;
const FIELD_PX = 64;
const SIDE = FIELDS * FIELD_PX;
const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** One byte a pixel, which names a colour of the palette. */
const PALETTE = 3;

/** Pairs of a ground and a drawing colour, red, green and blue each. */
const COLOURS: readonly (readonly number[])[] = [
  [232, 226, 214, 92, 74, 52],
  [214, 226, 232, 48, 78, 98],
  [222, 232, 216, 62, 88, 50],
  [234, 218, 222, 108, 52, 68],
  [226, 220, 236, 80, 62, 112],
  [236, 228, 204, 110, 84, 28],
];

/** Draws a plain pattern in PNG that stands for a picture, always the same for the same name. */
export function drawPlaceholder(name: string): Uint8Array {
  const digest = createHash("sha256").update(name).digest();
  const rows = Array.from({ length: FIELDS }, (_, row) => pixelRow(digest, row));
  const pixels = Buffer.concat(rows.flatMap((row) => Array.from({ length: FIELD_PX }, () => row)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header[8] = 8;
  header[9] = PALETTE;
  const colours = COLOURS[(digest[31] ?? 0) % COLOURS.length] ?? [];
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(colours)),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** One line of pixels behind its filter byte: the right half mirrors the left one, and the edge is left free. */
function pixelRow(digest: Buffer, row: number): Buffer {
  const line = Buffer.alloc(1 + SIDE);
  for (let column = 0; column < FIELDS; column += 1) {
    const isEdge = row === 0 || row === FIELDS - 1 || column === 0 || column === FIELDS - 1;
    const half = Math.min(column, FIELDS - 1 - column);
    const isDrawn = !isEdge && ((digest[row * 4 + half] ?? 0) & 1) === 1;
    if (isDrawn) line.fill(1, 1 + column * FIELD_PX, 1 + (column + 1) * FIELD_PX);
  }
  return line;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
