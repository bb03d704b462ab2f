import { isId } from "../../../kernel/ids.ts";
import type { Services } from "../../../operation/context.ts";
import { type Asker, fileValues } from "../../../operation/threads.ts";
import { isExported } from "./left-out.ts";
import { type ChangeLine, type CheckedFile, checkFile, type Part, THE_PROJECT } from "./lines.ts";

/** Milliseconds by which the clock of the service that wrote a file may be ahead of this one's. */
const CLOCKS_DIFFER_MS = 86_400_000;
/** Milliseconds that checking a file may take. */
const DEADLINE_MS = 60_000;

/** A file with what the product knows of its lines. */
interface ProjectFile {
  readonly content: string;
  /** Whether it is a copy within the service, whose files are those of another project. */
  readonly isCopy: boolean;
  /** Types of subjects, with the prefix of their ids and the verbs of their events. */
  readonly kinds: ReadonlyMap<string, { readonly prefix: string; readonly verbs: ReadonlySet<string> }>;
  /** The latest time that a line may say, in milliseconds. */
  readonly latest: number;
}

/** Message of a thread about a file: its head, then its parts one by one. */
type FilePiece = { head: Omit<CheckedFile, "parts"> } | { part: Part };

const module = import.meta.url;

/**
 * Checks a file of a project, in a thread, against the types of subjects, their events and the form of their ids.
 *
 * @throws ValidationProblem for the first line that is wrong, with its number, and where checking takes too long.
 */
export async function readProjectFile(
  content: string,
  { resources, clock, threads }: Services,
  asker: Asker,
  { isCopy = false } = {},
): Promise<CheckedFile> {
  const kinds = new Map(
    resources
      .all()
      .filter((resource) => isExported(resource, "history"))
      .map(({ type, prefix, events }) => [type, { prefix, verbs: new Set(Object.keys(events)) }]),
  );
  const input: ProjectFile = { content, isCopy, kinds, latest: clock.now() + CLOCKS_DIFFER_MS };
  let head: Omit<CheckedFile, "parts"> | null = null;
  const parts: Part[] = [];
  const bounds = { ...asker, deadlineMs: DEADLINE_MS };
  for await (const piece of fileValues(threads, { module, input, work }, bounds, "checking the file")) {
    if ("head" in piece) head = piece.head;
    else parts.push(piece.part);
  }
  if (head === null) throw new Error("a file was checked that has no head");
  return { ...head, parts };
}

/** Checks a file; what a thread runs. */
export function* work({ content, isCopy, kinds, latest }: ProjectFile): Generator<FilePiece> {
  const { parts, ...head } = checkFile(content, (line) => mistakeIn(line, kinds, latest), isCopy);
  yield { head };
  for (const part of parts) yield { part };
}

function mistakeIn(
  { subject_type, subject_id, verb, at }: ChangeLine,
  kinds: ProjectFile["kinds"],
  latest: number,
): string | null {
  const kind = kinds.get(subject_type);
  if (kind === undefined) return `subject_type: ${subject_type} is not imported`;
  if (!kind.verbs.has(verb)) return `verb: nothing of ${subject_type} is ${verb}`;
  if (subject_type === "project" ? subject_id !== THE_PROJECT : !isId(kind.prefix, subject_id))
    return `subject_id: not an id of ${subject_type}`;
  // No event is earlier than the one before it: one from the future would date all that follow.
  if (at !== undefined && Date.parse(at) > latest) return "at: it lies in the future";
  return null;
}
