import type { ReadSources } from "#domain/bible/extract/draft.ts";
import { type DialogueLine, type NamedEntity, readDialogues } from "#domain/bible/extract/read-dialogues.ts";
import { readSources, type SourceFile } from "#domain/bible/extract/read-sources.ts";
import { ImportError } from "#domain/import/import-error.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import { type Asker, BoundExceeded, bounded, type Threads } from "../../operation/threads.ts";

/** Milliseconds of processor time that reading sources may take. */
const DEADLINE_MS = 30_000;

const module = import.meta.url;

/** Sources of an extraction: files, or the lines of dialogues. */
export type ExtractionInput =
  | { readonly files: readonly SourceFile[] }
  | { readonly lines: readonly DialogueLine[]; readonly entities: readonly NamedEntity[] };

/**
 * Reads the sources of an extraction in a thread.
 *
 * @throws {@link ValidationProblem} at `files` for whatever is wrong with them, and where reading takes too long.
 */
export async function readSourcesAside(threads: Threads, input: ExtractionInput, asker: Asker): Promise<ReadSources> {
  try {
    const bounds = { ...asker, deadlineMs: DEADLINE_MS };
    return await bounded<ExtractionInput, ReadSources>(threads, { module, input, work }, bounds);
  } catch (error) {
    if (!(error instanceof BoundExceeded)) throw error;
    throw refused(`reading the files ${error.message}`);
  }
}

/** Reads the sources; what a thread runs. */
export function* work(input: ExtractionInput): Generator<ReadSources> {
  if ("lines" in input) {
    yield readDialogues(input.lines, input.entities);
    return;
  }
  try {
    yield readSources(input.files);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw refused(error.message, { code: error.code });
  }
}

function refused(message: string, context: object = {}): ValidationProblem {
  return new ValidationProblem([itemAt(["body", "files"], valueError(message, { error: message, ...context }))]);
}
