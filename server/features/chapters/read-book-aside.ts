import { MAX_PASSAGE_LENGTH } from "#domain/book/book.ts";
import { type ReadBook, readMarkdown } from "#domain/book/read-markdown.ts";
import type { ValidationProblem } from "../../kernel/problem.ts";
import { type Asker, boundedSent, type Threads } from "../../operation/threads.ts";

/** Milliseconds of processor time that reading a file may take. */
const DEADLINE_MS = 10_000;

const module = import.meta.url;

/**
 * Reads a book from Markdown in a thread.
 *
 * @throws {@link ValidationProblem} at `content` where reading takes too long.
 */
export function readBookAside(threads: Threads, content: string, asker: Asker): Promise<ReadBook> {
  const bounds = { ...asker, deadlineMs: DEADLINE_MS };
  const sent = { loc: ["body", "content"], doing: "reading the file" };
  return boundedSent(threads, { module, input: content, work }, bounds, sent);
}

/** Reads the book; what a thread runs. */
export function* work(content: string): Generator<ReadBook> {
  yield readMarkdown(content, MAX_PASSAGE_LENGTH);
}
