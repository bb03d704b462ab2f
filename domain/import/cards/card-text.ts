import { bytesOfBase64, isZip } from "../files/unzip.ts";
import { ImportError } from "../import-error.ts";
import { CARD_LIMITS } from "./card-limits.ts";
import { isPng, type PngText, textsOfPng } from "./png-text.ts";

/** Keywords of the cards in pictures; a newer one is read before an older one. */
const KEYWORDS = ["ccv3", "chara"] as const;

/** JSON text of a card, and whether its picture has an older copy of it as well. */
export interface CardText {
  readonly text: string;
  readonly hasOlderCopy: boolean;
}

/**
 * Returns the JSON text of a card in a file: JSON, or a PNG picture that carries it. Of a picture with cards in two versions the newer
 * one is read.
 *
 * @throws {ImportError} where the file is neither, is damaged, or carries no card or more than one of a version
 */
export function cardTextOf(bytes: Uint8Array): CardText {
  if (isPng(bytes)) return textInPicture(textsOfPng(bytes));
  const other = OTHER_KINDS.find(({ begins }) => begins(bytes));
  if (other !== undefined) throw new ImportError("unknown_format", other.message);
  refuseLargeText(bytes.length);
  return { text: decoded(bytes, "The file is neither a PNG picture nor text in UTF-8."), hasOlderCopy: false };
}

const OTHER_KINDS: readonly { readonly begins: (bytes: Uint8Array) => boolean; readonly message: string }[] = [
  { begins: isZip, message: "The file is a zip archive (CHARX). Unpack it, and import its card.json." },
  {
    begins: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8,
    message: "The file is a JPEG picture. Of pictures only PNG is read.",
  },
  {
    begins: (bytes) => String.fromCharCode(...bytes.subarray(0, 4)) === "RIFF",
    message: "The file is a WebP picture. Of pictures only PNG is read.",
  },
];

/** @throws {ImportError} where a text is larger than a card may be */
export function refuseLargeText(bytes: number): void {
  if (bytes <= CARD_LIMITS.jsonBytes) return;
  const mib = CARD_LIMITS.jsonBytes / 1024 / 1024;
  throw new ImportError("too_large", `The JSON is larger than ${mib} MiB, the limit of a card.`);
}

function textInPicture(texts: readonly PngText[]): CardText {
  const found = KEYWORDS.map((keyword) => {
    const all = texts.filter((text) => text.keyword.toLowerCase() === keyword);
    if (all.length > 1) throw new ImportError("invalid_shape", `The picture carries two cards (${keyword}).`);
    return all[0];
  });
  const card = found.find((text) => text !== undefined);
  if (card === undefined) throw new ImportError("unknown_format", "The picture carries no character card.");
  if (card.type !== "tEXt") {
    const message = `The card is in a chunk ${card.type}, which may be compressed. Only cards in tEXt are read.`;
    throw new ImportError("invalid_shape", message);
  }
  // Base64 has four characters for three bytes.
  refuseLargeText(Math.floor(card.data.length / 4) * 3);
  const bytes = bytesOfBase64(decoded(card.data, "The card in the picture is not base64."), "The card in the picture");
  const text = decoded(bytes, "The card in the picture is not text in UTF-8.");
  return { text, hasOlderCopy: found.every((each) => each !== undefined) };
}

/** Decodes UTF-8 with its byte order mark, so that the text gives the same bytes again. */
function decoded(bytes: Uint8Array, message: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ImportError("invalid_syntax", message);
  }
}
