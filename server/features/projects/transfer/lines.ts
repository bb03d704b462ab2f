import { createHash } from "node:crypto";
import { z } from "zod";
import type { Change } from "#domain/change/change.ts";
import { PROJECT_FORMAT } from "#domain/import/fabula/project-file.ts";
import { isJsonObject, type JsonObject } from "#domain/json.ts";
import { ValidationProblem } from "../../../kernel/problem.ts";
import { fileHash, text, timestamp } from "../../../kernel/validation/fields.ts";
import { parseJson } from "../../../kernel/validation/json.ts";
import { MAX_KEPT_DEPTH } from "../../../kernel/validation/json-values.ts";

/** Version of files of a project that name no files, and of those that hold some. */
export const FORMAT_VERSION = { plain: 1, withFiles: 2 };

/** Contents of an export: the state at a sequence, or everything that happened up to it. */
export const CONTENTS = ["state", "history"] as const;
export type Contents = (typeof CONTENTS)[number];

/** Whether the files that versions name travel along; without them, subjects that are made of files are left out. */
export const FILES = ["none", "include"] as const;
export type Files = (typeof FILES)[number];

/** Stands for the project's own id in every line behind the header. */
export const THE_PROJECT = "project";

const object = z.custom<JsonObject>(isJsonObject);

const Header = z.strictObject({
  type: z.literal("project"),
  format: z.literal(PROJECT_FORMAT),
  version: z.int(),
  project_id: z.string(),
  contents: z.enum(CONTENTS),
  /** The sequence it was read at, counted without what is left out. */
  seq: z.int(),
});
/** JSON Pointer (RFC 6901); the empty one is the whole subject. */
const pointer = z.string().regex(/^(?:\/(?:[^~/]|~[01])*)*$/);
const author = z.string().max(200);
const ChangeLine = z.strictObject({
  type: z.literal("change"),
  /** The commit it belongs to, from 1 without a gap. */
  commit: z.int().min(1),
  subject_type: z.string(),
  subject_id: z.string(),
  verb: z.string(),
  change: z.strictObject({
    set: object
      .refine((set) => Object.keys(set).every((key) => pointer.safeParse(key).success), "its keys are JSON Pointers")
      .refine((set) => set[""] === undefined || isJsonObject(set[""]), "a subject is an object")
      .optional(),
    unset: z.array(pointer).optional(),
  }) as z.ZodType<Change>,
  /** Said, but not state. */
  data: object.optional(),
  /** The subject whose change brought this one about. */
  because: author.optional(),
  /** Author and time of the change; absent where the export has no history. */
  by: author.optional(),
  at: timestamp().optional(),
});
const FileLine = z.strictObject({
  type: z.literal("file"),
  sha256: fileHash(),
  media_type: text({ max: 255 }),
  /** Bytes in base64. */
  content: z.string().optional(),
  /** Project that has the bytes, within one service: where a project is copied, its files do not travel through memory. */
  project_id: z.string().optional(),
});
const End = z.strictObject({ type: z.literal("end"), lines: z.int(), sha256: z.string() });

export type HeaderLine = z.output<typeof Header>;
export type ChangeLine = z.output<typeof ChangeLine>;
export type FileLine = z.output<typeof FileLine>;

/** Run of complete commits of a file, or of files, as it is stored and written: about 512 KiB of lines. */
export interface Part {
  /** Number of its first line in the file. */
  readonly firstLine: number;
  /** Number of its changes; 0 for a run of files. */
  readonly lines: number;
  readonly content: string;
}

/** Characters of lines after which a part ends with the next commit. */
const PART_CHARACTERS = 512 * 1024;

/** A file that was read whole and is what was written. */
export interface CheckedFile {
  readonly header: HeaderLine;
  /** Time of the first commit; null without history. */
  readonly firstAt: string | null;
  readonly parts: readonly Part[];
  /** Changes in all. */
  readonly lines: number;
}

/**
 * Reads a file, and cuts it where commits end.
 *
 * @param check says what is wrong with a change that only the product knows, such as a kind that it has not; null for nothing.
 * @param isCopy whether its files may be those of another project, which nobody outside of the service may say
 * @throws ValidationProblem for the first line that is not as it must be, with its number.
 */
export function checkFile(content: string, check: (line: ChangeLine) => string | null, isCopy = false): CheckedFile {
  const hash = createHash("sha256");
  const parts: Part[] = [];
  let part = { firstLine: 2, lines: [] as string[], characters: 0 };
  let header: HeaderLine | null = null;
  let firstAt: string | null = null;
  let lines = 0;
  let files = 0;
  let commit = 0;
  let isEnded = false;
  const endPart = () => {
    if (part.lines.length > 0) {
      const changes = lines === 0 ? 0 : part.lines.length;
      parts.push({ firstLine: part.firstLine, lines: changes, content: part.lines.join("\n") });
    }
    part = { firstLine: part.firstLine + part.lines.length, lines: [], characters: 0 };
  };
  for (const { number, text } of linesOf(content)) {
    if (isEnded) throw mistake(number, "there is something behind the end", null);
    const json = parsed(number, text);
    if (number === 1) {
      header = headerOf(json);
    } else if (json.type === "end") {
      const end = End.safeParse(json);
      if (!end.success || end.data.lines !== files + lines + 1 || end.data.sha256 !== hash.digest("hex")) {
        throw mistake(number, "the checksum differs: this is not what was exported", null);
      }
      isEnded = true;
      continue;
    } else if (json.type === "file") {
      const wrong = lines > 0 ? "files come before all changes" : mistakeInFile(fileOf(number, json), isCopy);
      if (wrong !== null) throw mistake(number, wrong, null);
      if (part.characters >= PART_CHARACTERS) endPart();
      part.lines.push(text);
      part.characters += text.length;
      files += 1;
    } else {
      const line = changeOf(number, json);
      if (lines === 0) endPart();
      const wrong = check(line) ?? order(line, commit, header);
      if (wrong !== null) throw mistake(number, wrong, null);
      if (line.commit > commit && part.characters >= PART_CHARACTERS) endPart();
      commit = line.commit;
      firstAt ??= line.at ?? null;
      part.lines.push(text);
      part.characters += text.length;
      lines += 1;
    }
    hash.update(`${text}\n`);
  }
  endPart();
  if (header === null) throw mistake(1, "the file is empty", null);
  if (!isEnded) throw mistake(files + lines + 1, "the end is missing: the file was cut off", null);
  if (lines === 0) throw mistake(1, "there is no project in it", null);
  return { header, firstAt, parts, lines };
}

/** The files of a part that was checked; none of one with changes. */
export function filesOf({ lines, content }: Pick<Part, "lines" | "content">): FileLine[] {
  return lines > 0 ? [] : content.split("\n").map((line) => JSON.parse(line) as FileLine);
}

/** The bytes of a line that has them, in base64. */
export const bytesOf = (content: string): Buffer => Buffer.from(content, "base64");

/** The changes of a part that was checked, with the numbers of their lines. */
export function changesOf({ firstLine, content }: Pick<Part, "firstLine" | "content">): {
  number: number;
  line: ChangeLine;
}[] {
  return content
    .split("\n")
    .map((text, index) => ({ number: firstLine + index, line: JSON.parse(text) as ChangeLine }));
}

function* linesOf(content: string): Generator<{ number: number; text: string }> {
  let number = 0;
  for (let from = 0; from < content.length; ) {
    const end = content.indexOf("\n", from);
    const to = end === -1 ? content.length : end;
    number += 1;
    yield { number, text: content.slice(from, to) };
    from = to + 1;
  }
}

/** Levels of a line around the state that it holds: the line, its change, what is set. */
const LEVELS_ABOVE = 3;
/** Steps to a mistake that are told: the way to one that lies too deep is long. */
const STEPS_TOLD = 12;

function parsed(number: number, text: string): { type?: unknown } {
  const json = parseJson(Buffer.from(text), { maxDepth: MAX_KEPT_DEPTH + LEVELS_ABOVE });
  if (json.ok && isJsonObject(json.value)) return json.value;
  const [issue] = json.ok ? [] : json.issues;
  if (issue === undefined || issue.type === "json_invalid" || issue.type === "missing")
    throw mistake(number, "this is not a line of JSON", text.slice(0, 80));
  throw mistake(number, `${issue.loc.slice(1, STEPS_TOLD).join(".")}: ${issue.msg}`, null);
}

function headerOf(json: unknown): HeaderLine {
  const header = Header.safeParse(json);
  if (!header.success) throw mistake(1, "this is not an exported project", null);
  const { version } = header.data;
  const newest = FORMAT_VERSION.withFiles;
  if (version > newest) {
    throw mistake(1, `the file has version ${version}, and ${newest} is the newest known here`, null);
  }
  return header.data;
}

function fileOf(number: number, json: unknown): FileLine {
  const line = FileLine.safeParse(json);
  if (line.success) return line.data;
  const [issue] = line.error.issues;
  throw mistake(number, `${issue?.path.join(".") ?? "line"}: ${issue?.message ?? "not a file"}`, null);
}

function mistakeInFile({ sha256, content, project_id }: FileLine, isCopy: boolean): string | null {
  if (isCopy) return null;
  if (project_id !== undefined) return "project_id: a file comes with its content";
  if (content === undefined) return "content: the file has none";
  const isIntact = createHash("sha256").update(bytesOf(content)).digest("hex") === sha256;
  return isIntact ? null : "content: the SHA-256 differs: this is not the file that was exported";
}

function changeOf(number: number, json: unknown): ChangeLine {
  const line = ChangeLine.safeParse(json);
  if (line.success) return line.data;
  const [issue] = line.error.issues;
  throw mistake(number, `${issue?.path.join(".") ?? "line"}: ${issue?.message ?? "not a change"}`, null);
}

function order({ commit, by, at, subject_type }: ChangeLine, before: number, header: HeaderLine | null): string | null {
  if (commit !== before && commit !== before + 1) return `commit: ${commit} cannot follow ${before}`;
  if (before === 0 && subject_type !== "project") return "subject_type: the first change is that of the project";
  if (header?.contents === "history" && (by === undefined || at === undefined)) {
    return "by, at: a history says who did what, and when";
  }
  // A state takes no scope beyond `write`, so whoever brings one must not say what others did.
  if (header?.contents === "state" && (by !== undefined || at !== undefined)) {
    return "by, at: only a history says who did what, and when";
  }
  return null;
}

function mistake(number: number, msg: string, input: string | null): ValidationProblem {
  return new ValidationProblem([
    { loc: ["body", "content"], msg: `line ${number}: ${msg}`, type: "project_file", input },
  ]);
}
