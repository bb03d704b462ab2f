import type { Bible } from "#domain/bible/bible.ts";
import { bibleLorebook } from "#domain/bible/bible-lorebook.ts";
import { compareBibles } from "#domain/bible/compare-bibles.ts";
import { bibleMarkdown, changesMarkdown } from "#domain/bible/markdown.ts";
import type { BibleMaterial } from "#domain/bible/material.ts";
import { writeBible } from "#domain/bible/write-bible.ts";
import { byLength } from "#domain/by-length.ts";
import { compressed, type Encoding } from "../../operation/encoding.ts";
import { type Asker, storedValues, type Threads } from "../../operation/threads.ts";
import { type MaterialText, materialOf } from "./material-text.ts";

/** Milliseconds of processor time that writing a bible may take; the largest take some hundreds. */
const DEADLINE_MS = 10_000;
/**
 * Characters of a piece, but for what is one text. Buffers of 64 KiB come from memory that is used again: with 256 an answer of 3 MiB took
 * twice as long to encode.
 */
const PIECE = 64 * 1024;

const module = import.meta.url;

/** Bible that is to be written, and the form of it; or the two moments of one that are to be compared. */
export type BibleTask =
  | {
      readonly form: "answer" | "json" | "md" | "lorebook";
      readonly material: MaterialText;
      /** Compression of the text; absent for none. */
      readonly encoding?: Encoding;
    }
  | { readonly form: "changes"; readonly before: MaterialText; readonly after: MaterialText };

/** Remark on a bible behind its text. */
interface Rest {
  /** Items for which there was no room. */
  readonly left_out: number;
}

/**
 * Writes a bible in a thread: the JSON of an answer, or the text of a file, as bytes in UTF-8.
 *
 * @throws `busy` where it takes too long.
 */
export async function* writeAside(
  threads: Threads,
  input: BibleTask,
  asker: Asker,
): AsyncGenerator<Uint8Array, Rest, undefined> {
  let rest: Rest = { left_out: 0 };
  for await (const value of storedValues(threads, { module, input, work }, { ...asker, deadlineMs: DEADLINE_MS })) {
    if (value instanceof Uint8Array) yield value;
    else rest = value;
  }
  return rest;
}

/** Writes the bible; what a thread runs. */
export function* work(task: BibleTask): Generator<Uint8Array | Rest> {
  if (task.form === "changes") {
    yield bytes(changesJson(materialOf(task.before), materialOf(task.after)));
    return;
  }
  const bible = writeBible(materialOf(task.material));
  if (task.form === "lorebook") {
    const { text, left_out } = bibleLorebook(bible);
    yield bytes(text);
    yield { left_out };
    return;
  }
  const made = { answer: answerJson, json: fileJson, md: bibleMarkdown }[task.form](bible);
  if (task.encoding !== undefined) {
    yield compressed(task.encoding, gathered(made));
    return;
  }
  for (const parts of byLength(made, PIECE)) yield bytes(parts.join(""));
}

/** Memory in which the thread gathers texts: 3 MiB that are new each time take 15 ms to write, and 3 where they are used again. */
let scratch = Buffer.alloc(0);
/** Bytes of it that are kept for the next text. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Returns the bytes of a text in parts, which are good until the next text is gathered. */
function gathered(parts: Iterable<string>): Uint8Array {
  let length = 0;
  for (const part of parts) {
    // A character of UTF-16 takes three bytes of UTF-8 at most.
    const most = length + part.length * 3;
    if (most > scratch.length)
      scratch = Buffer.concat([scratch.subarray(0, length)], Math.max(most, scratch.length * 2));
    length += scratch.write(part, length);
  }
  const whole = scratch.subarray(0, length);
  if (scratch.length > KEPT_BYTES) scratch = Buffer.alloc(0);
  return whole;
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** JSON of a bible, an item at a time. */
function* answerJson({ sections, ...about }: Bible): Generator<string> {
  yield `${JSON.stringify(about).slice(0, -1)},"sections":[`;
  for (const [nth, { items, hidden, left_out, ...section }] of sections.entries()) {
    yield `${nth === 0 ? "" : ","}${JSON.stringify(section).slice(0, -1)},"items":[`;
    for (const [at, item] of items.entries()) yield `${at === 0 ? "" : ","}${JSON.stringify(item)}`;
    yield `],"hidden":${hidden},"left_out":${JSON.stringify(left_out)}}`;
  }
  yield "]}";
}

function* fileJson(bible: Bible): Generator<string> {
  yield `${JSON.stringify(bible, null, 2)}\n`;
}

function changesJson(earlier: BibleMaterial, later: BibleMaterial): string {
  const after = writeBible(later);
  const changes = compareBibles(writeBible(earlier), after, later.facts);
  const between = { from_seq: earlier.seq, to_seq: later.seq, changes };
  return JSON.stringify({ ...between, markdown: changesMarkdown(after, between) });
}
