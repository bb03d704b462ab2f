import { IMPORT_LIMITS } from "../story.ts";

/** Limits of one character card or lorebook. A larger one is refused before it is read. */
export const CARD_LIMITS = {
  /** Bytes of a picture that carries a card. */
  pngBytes: 10 * 1024 * 1024,
  /** Chunks of such a picture. */
  pngChunks: 10_000,
  /** Bytes of the JSON. */
  jsonBytes: 2 * 1024 * 1024,
  /** Values of the JSON: objects, arrays, and what they hold. */
  jsonValues: 100_000,
  jsonDepth: IMPORT_LIMITS.jsonDepth,
  /** Entries of a lorebook. */
  entries: 1_000,
  /** Texts of one list, such as the greetings, the tags, or the keys of an entry. */
  listItems: 200,
} as const;
