/** Type of a file, and whether browsers may show it in place. */
export interface MediaType {
  readonly mediaType: string;
  readonly isQuarantined: boolean;
}

type Check = (bytes: Uint8Array) => boolean;

const begins = (text: string, at = 0): Check => {
  const wanted = Buffer.from(text, "latin1");
  return (bytes) => wanted.equals(bytes.subarray(at, at + wanted.length));
};
const both =
  (one: Check, other: Check): Check =>
  (bytes) =>
    one(bytes) && other(bytes);
const anyOf =
  (...checks: Check[]): Check =>
  (bytes) =>
    checks.some((check) => check(bytes));
/** A file of ISO's container (MP4, AVIF) with one of these brands. */
const container = (brands: RegExp): Check =>
  both(begins("ftyp", 4), (bytes) => brands.test(Buffer.from(bytes.subarray(8, 12)).toString("latin1")));
const mpegFrame: Check = ([first = 0, second = 0]) => first === 0xff && (second & 0xe6) === 0xe2;

const isText: Check = (bytes) => {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
};

const MP4 = container(/^(isom|iso[2-9]|mp4[12v]|M4[AVB] |avc1|dash)$/);

/**
 * Types that browsers show without running anything of them, each with what its bytes must look like. SVG, HTML, XML and PDF can hold
 * scripts and are not among them.
 */
const SHOWN: ReadonlyMap<string, Check> = new Map([
  ["image/png", begins("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", begins("\xff\xd8\xff")],
  ["image/gif", anyOf(begins("GIF87a"), begins("GIF89a"))],
  ["image/webp", both(begins("RIFF"), begins("WEBP", 8))],
  ["image/avif", container(/^avi[fs]$/)],
  ["audio/mpeg", anyOf(begins("ID3"), mpegFrame)],
  ["audio/ogg", begins("OggS")],
  ["audio/wav", both(begins("RIFF"), begins("WAVE", 8))],
  ["audio/flac", begins("fLaC")],
  ["audio/mp4", MP4],
  ["video/mp4", MP4],
  ["video/webm", begins("\x1aE\xdf\xa3")],
  ["audio/webm", begins("\x1aE\xdf\xa3")],
  ["text/plain", isText],
]);

const FORM = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;

/** Type of a file that is told to be `declared`: one that browsers do not show, or whose bytes are not of it, is quarantined. */
export function mediaTypeOf(declared: string, bytes: Uint8Array): MediaType {
  const type = declared.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const mediaType = FORM.test(type) ? type : "application/octet-stream";
  return { mediaType, isQuarantined: SHOWN.get(mediaType)?.(bytes) !== true };
}

/** Type of a group, such as `image`, that content has by its first bytes; null for none that browsers show. */
export function typeOfContent(group: "image" | "audio", bytes: Uint8Array): string | null {
  for (const [type, isOfType] of SHOWN) if (type.startsWith(`${group}/`) && isOfType(bytes)) return type;
  return null;
}
