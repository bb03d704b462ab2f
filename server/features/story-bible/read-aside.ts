import type { EntityDraft, FactDraft, ReadSources, SkippedFile } from "#domain/bible/extract/draft.ts";
import { type DialogueLine, type NamedEntity, readDialogues } from "#domain/bible/extract/read-dialogues.ts";
import { type ProsePassage, readProse } from "#domain/bible/extract/read-prose.ts";
import { readSources, type SourceFile } from "#domain/bible/extract/read-sources.ts";
import { ImportError } from "#domain/import/import-error.ts";
import type { Json } from "#domain/json.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import { DEFAULT_MAX_DEPTH } from "../../kernel/validation/json-values.ts";
import { repairJson } from "../../kernel/validation/repair-json.ts";
import { type Asker, sentValues, type Threads } from "../../operation/threads.ts";

/** Milliseconds of processor time that reading sources may take. */
const DEADLINE_MS = 30_000;

/** Drafts in a piece: some milliseconds to take over. */
const AT_A_TIME = 100;

/** Place of the files in the request. */
const FILES = ["body", "files"] as const;

const module = import.meta.url;

/** Sources of an extraction: files, the lines of dialogues, or the prose of chapters. */
export type ExtractionInput =
  | { readonly files: readonly SourceFile[] }
  | { readonly lines: readonly DialogueLine[]; readonly entities: readonly NamedEntity[] }
  | { readonly passages: readonly ProsePassage[]; readonly entities: readonly NamedEntity[] };

/** Part of what was read, small enough to be taken over at once. */
type Piece =
  | { readonly entities: readonly EntityDraft[] }
  | { readonly world: readonly FactDraft[] }
  | { readonly skipped: readonly SkippedFile[] };

/**
 * Reads the sources of an extraction in a thread.
 *
 * @throws {@link ValidationProblem} at `files` for whatever is wrong with them, and where reading takes too long.
 */
export async function readSourcesAside(threads: Threads, input: ExtractionInput, asker: Asker): Promise<ReadSources> {
  const bounds = { ...asker, deadlineMs: DEADLINE_MS };
  const sent = { loc: FILES, doing: "reading the files" };
  const entities: EntityDraft[] = [];
  const world: FactDraft[] = [];
  const skipped: SkippedFile[] = [];
  for await (const piece of sentValues<ExtractionInput, Piece>(threads, { module, input, work }, bounds, sent)) {
    if ("entities" in piece) entities.push(...piece.entities);
    else if ("world" in piece) world.push(...piece.world);
    else skipped.push(...piece.skipped);
  }
  return { entities, world, skipped };
}

/** Reads the sources; what a thread runs. Files can have escapes of characters that the record cannot hold. */
export function* work(input: ExtractionInput): Generator<Piece> {
  const read = repairJson(readInput(input) as unknown as Json, DEFAULT_MAX_DEPTH).value;
  const { entities, world, skipped } = read as unknown as ReadSources;
  for (let at = 0; at < entities.length; at += AT_A_TIME) yield { entities: entities.slice(at, at + AT_A_TIME) };
  for (let at = 0; at < world.length; at += AT_A_TIME) yield { world: world.slice(at, at + AT_A_TIME) };
  yield { skipped };
}

function readInput(input: ExtractionInput): ReadSources {
  if ("lines" in input) return readDialogues(input.lines, input.entities);
  return "passages" in input ? readProse(input.passages, input.entities) : readFiles(input);
}

function readFiles({ files }: { readonly files: readonly SourceFile[] }): ReadSources {
  try {
    return readSources(files);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const { code, message } = error;
    throw new ValidationProblem([itemAt([...FILES], valueError(message, { error: message, code }))]);
  }
}
