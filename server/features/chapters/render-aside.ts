import { xhtmlOf } from "#domain/book/render.ts";
import { docxOf } from "#domain/book/write-docx.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Asker, BoundExceeded, type Threads } from "../../operation/threads.ts";

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
 * @throws {@link Problem} `busy` where it takes too long.
 */
export async function* renderAside(
  threads: Threads,
  { form, texts }: RenderTask,
  asker: Asker,
): AsyncGenerator<string, undefined, undefined> {
  try {
    for (const some of together(texts)) {
      const task = { module, input: { form, texts: some }, work };
      yield* threads.values(task, { ...asker, deadlineMs: DEADLINE_MS }) as AsyncIterable<string>;
    }
  } catch (error) {
    if (error instanceof BoundExceeded) throw new Problem("busy");
    throw error;
  }
}

function* together(texts: readonly string[]): Generator<readonly string[]> {
  let some: string[] = [];
  let length = 0;
  for (const text of texts) {
    some.push(text);
    length += text.length;
    if (length < AT_ONCE) continue;
    yield some;
    some = [];
    length = 0;
  }
  if (some.length > 0) yield some;
}

/** Renders passages; what a thread runs. */
export function* work({ form, texts }: RenderTask): Generator<string> {
  for (const text of texts) yield form === "docx" ? docxOf(text) : xhtmlOf(text);
}
