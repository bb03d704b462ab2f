import { MAX_PASSAGE_LENGTH } from "#domain/book/book.ts";
import { codePointLength } from "#domain/text-marks/text-mark.ts";
import type { Passage } from "./book-types.ts";
import type { Draft, PassageDesk, ReadPassage } from "./passage-desk.ts";

/** Passage as it is shown: what was typed here stands before what was read. */
export interface Block {
  readonly id: string;
  readonly text: string;
  readonly kind: Passage["kind"];
  readonly beatId: string | null;
  /** The passage that an edit starts from; null for one that is being made. */
  readonly base: ReadPassage | null;
  /** Words that the record does not have yet; null without any. */
  readonly draft: Draft | null;
}

/** A passage as the desk knows it. */
const readOf = ({ id, text, valid_from_seq }: Passage): ReadPassage => ({ id, text, seq: valid_from_seq ?? 0 });

/**
 * Returns the blocks of a chapter in their order: those that were read, and behind what they follow those that were made here since.
 *
 * @param desk null for an earlier moment, which is shown as it was
 */
export function blocksOf(chapterId: string, passages: readonly Passage[], desk: PassageDesk | null): readonly Block[] {
  const blocks: Block[] = passages.map((passage) => {
    const read = readOf(passage);
    const base = desk?.newest(read) ?? read;
    const draft = desk?.drafts.get(passage.id) ?? null;
    return { id: passage.id, text: draft?.text ?? base.text, kind: passage.kind, beatId: passage.beat_id, base, draft };
  });
  if (desk === null) return blocks;
  const read = new Set(passages.map(({ id }) => id));
  for (const { id, afterId, base } of desk.madeIn(chapterId, read)) {
    const known = blocks.findIndex((each) => each.id === id);
    if (known >= 0) blocks.splice(known, 1);
    const draft = desk.drafts.get(id) ?? null;
    const block: Block = { id, text: draft?.text ?? base?.text ?? "", kind: "prose", beatId: null, base, draft };
    const at = afterId === null ? 0 : blocks.findIndex((each) => each.id === afterId) + 1;
    blocks.splice(afterId !== null && at === 0 ? blocks.length : at, 0, block);
  }
  return blocks;
}

/** Returns the text of two passages as one; null where that is too long for one. */
export function joined(before: string, after: string): string | null {
  const text = before === "" || after === "" ? before + after : `${before}\n\n${after}`;
  return codePointLength(text) > MAX_PASSAGE_LENGTH ? null : text;
}

/** Returns the place in a field that is at a place of its text: each end of a line is one character there. */
export function placeInField(text: string, at: number): number {
  return inField(text.slice(0, at)).length;
}

/** Returns where a part of a text stands in a field; null where what was written since has moved it. */
export function spanInField(
  shown: string,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly [start: number, end: number] | null {
  const [from, to] = [placeInField(text, start), placeInField(text, end)];
  return shown.slice(from, to) === inField(text.slice(start, end)) ? [from, to] : null;
}

const inField = (text: string) => text.replace(/\r\n?/g, "\n");

/** Returns the place in a text that is at a place of it in a field, where each end of a line is one character. */
export function placeIn(text: string, inField: number): number {
  let at = 0;
  for (let left = inField; left > 0 && at < text.length; left--) at += text.startsWith("\r\n", at) ? 2 : 1;
  return at;
}
