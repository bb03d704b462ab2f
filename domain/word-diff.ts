import { diffArrays } from "diff";

/** A stretch of two texts: in both, only in the earlier, or only in the later. */
export interface DiffPart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Pieces that may differ before the whole text is reported as replaced; the search costs their square, 100 ms at this limit. */
const MAX_EDITS = 1_000;

/**
 * Words, the spaces between them, and marks, each a piece; scripts without spaces go letter by letter. `Intl.Segmenter` knows more
 * words, but V8 copies the whole text for each: 20,000 words take 4 GiB.
 */
const PIECE =
  /\s+|[\p{L}\p{N}\p{M}'’]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])|[\p{L}\p{N}\p{M}'’]+|[^\s\p{L}\p{N}]/gu;

/** Pieces of a text, in order; joined, they are the text. */
export function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}

/** Compares two texts word by word. Joined, `same` and `removed` are the earlier text, `same` and `added` the later. */
export function wordDiff(before: string, after: string): DiffPart[] {
  return (
    wordDiffUpTo(MAX_EDITS, before, after) ?? [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]
  );
}

/** Compares two texts word by word; null where more pieces differ than are looked for. */
export function wordDiffUpTo(maxEdits: number, before: string, after: string): DiffPart[] | null {
  const changes = diffArrays(piecesOf(before), piecesOf(after), { maxEditLength: maxEdits });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: removed ? "removed" : added ? "added" : "same",
      text: value.join(""),
    })) ?? null
  );
}
