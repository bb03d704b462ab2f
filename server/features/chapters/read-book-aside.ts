import { type ReadBook, readMarkdown } from "#domain/book/read-markdown.ts";
import { MAX_PASSAGE_LENGTH } from "#drizzle/schema/chapters.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import { type Asker, BoundExceeded, bounded, type Threads } from "../../operation/threads.ts";

/** Milliseconds of processor time that reading a file may take. */
const DEADLINE_MS = 10_000;

const module = import.meta.url;

/**
 * Reads a book from Markdown in a thread.
 *
 * @throws {@link ValidationProblem} at `content` where reading takes too long.
 */
export async function readBookAside(threads: Threads, content: string, asker: Asker): Promise<ReadBook> {
  try {
    const bounds = { ...asker, deadlineMs: DEADLINE_MS };
    return await bounded<string, ReadBook>(threads, { module, input: content, work }, bounds);
  } catch (error) {
    if (!(error instanceof BoundExceeded)) throw error;
    const message = `reading the file ${error.message}`;
    throw new ValidationProblem([itemAt(["body", "content"], valueError(message, { error: message }))]);
  }
}

/** Reads the book; what a thread runs. */
export function* work(content: string): Generator<ReadBook> {
  yield readMarkdown(content, MAX_PASSAGE_LENGTH);
}
