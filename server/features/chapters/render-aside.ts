import { xhtmlOf } from "#domain/book/render.ts";
import { docxOf } from "#domain/book/write-docx.ts";
import { byLength } from "#domain/by-length.ts";
import { type Asker, storedValues, type Threads } from "../../operation/threads.ts";

/** Milliseconds of processor time that rendering some passages may take; one takes some tens of them where it is made for that. */
const DEADLINE_MS = 10_000;
/** Characters of Markdown that are rendered in one turn of a thread. */
const AT_ONCE = 256 * 1024;

const module = import.meta.url;

/** Form in which files have the text of passages. */
export type RenderedForm = "xhtml" | "docx";

interface RenderTask {
  readonly form: RenderedForm;
  /** Markdown of passages. */
  readonly texts: readonly string[];
}

/**
 * Renders the Markdown of passages one after another in threads, a turn for some of them.
 *
 * @throws `busy` where it takes too long.
 */
export async function* renderAside(
  threads: Threads,
  { form, texts }: RenderTask,
  asker: Asker,
): AsyncGenerator<string, undefined, undefined> {
  for (const some of byLength(texts, AT_ONCE)) {
    const task = { module, input: { form, texts: some }, work };
    yield* storedValues(threads, task, { ...asker, deadlineMs: DEADLINE_MS });
  }
}

/** Renders passages; what a thread runs. */
export function* work({ form, texts }: RenderTask): Generator<string> {
  for (const text of texts) yield form === "docx" ? docxOf(text) : xhtmlOf(text);
}
