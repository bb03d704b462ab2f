import { createHash } from "node:crypto";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";

/** A backup is a text of JSON lines: a header, rows outside projects, then project after project, each behind its files, then a seal. */
export const FORMAT = "fabula-backup";
/** The second version has files. */
export const FORMAT_VERSION = 2;

/** Mistake in a backup that its requester can put right; the message is one sentence with the remedy. */
export class BackupProblem extends Error {
  override readonly name = "BackupProblem";
}

const row = z.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value));

const Header = z.object({
  type: z.literal("backup"),
  format: z.literal(FORMAT),
  version: z.int(),
  created_at: z.string(),
  contents: z.enum(["project", "all"]),
});
/** A row of a table that is not folded from events. */
const Row = z.object({ type: z.literal("row"), table: z.string(), row });
/** A file of the project that follows; its bytes are in the lines behind it. */
const File = z.object({
  type: z.literal("file"),
  project_id: z.string(),
  sha256: z.string(),
  media_type: z.string(),
  bytes: z.int(),
});
const FileBytes = z.object({ type: z.literal("file_bytes"), base64: z.base64() });
const Project = z.object({
  type: z.literal("project"),
  head: z.object({
    project_id: z.string(),
    workspace_id: z.string(),
    mode: z.string(),
    last_seq: z.int(),
    last_recorded_at: z.string(),
    created_at: z.string(),
    deleted_at: z.string().nullable(),
    archived: z.boolean().default(false),
  }),
});
/** An event without its project, which the line before the first of them names. */
const EventLine = z.looseObject({ type: z.literal("event"), seq: z.int(), commit_seq: z.int() });
const ProjectEnd = z.object({ type: z.literal("project_end"), project_id: z.string(), events: z.int() });
const Seal = z.object({ type: z.literal("end"), lines: z.int(), sha256: z.string() });

const BackupLine = z.discriminatedUnion("type", [Header, Row, File, FileBytes, Project, EventLine, ProjectEnd, Seal]);
export type BackupLine = z.output<typeof BackupLine>;
export type ProjectHead = z.output<typeof Project>["head"];

/** One line of a backup; what is not one is a {@link BackupProblem}. */
export function parseLine(text: string, number: number): BackupLine {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BackupProblem(`Line ${number} is not JSON: this is not a backup of Fabula, or it was damaged.`);
  }
  const parsed = BackupLine.safeParse(json);
  if (!parsed.success) throw new BackupProblem(`Line ${number} is not a line of a backup: the file was damaged.`);
  return parsed.data;
}

/**
 * Reads a backup once, without keeping it, and throws unless it is whole. Nothing is written before: a backup that was
 * cut off would otherwise be found out halfway.
 */
export async function verify(lines: AsyncIterable<string>): Promise<{ lines: number; tables: ReadonlySet<string> }> {
  const hash = createHash("sha256");
  const tables = new Set<string>();
  let count = 0;
  let seal: z.output<typeof Seal> | null = null;
  for await (const text of lines) {
    if (seal !== null) throw new BackupProblem("The backup has lines after its end: the file is damaged.");
    // Parsing every line twice would double the time; the seal is the only line that starts like this.
    if (text.startsWith('{"type":"end"')) {
      const line = parseLine(text, count + 1);
      if (line.type === "end") seal = line;
      continue;
    }
    count += 1;
    if (count === 1) checkHeader(parseLine(text, 1));
    const table = ROW.exec(text)?.[1];
    if (table !== undefined) tables.add(table);
    hash.update(text).update("\n");
  }
  if (seal === null) throw new BackupProblem("The backup has no end: it was cut off while it was written or copied.");
  if (seal.lines !== count || seal.sha256 !== hash.digest("hex")) {
    throw new BackupProblem("The checksum of the backup differs: the file is damaged. Use another copy.");
  }
  return { lines: count, tables };
}

/** Beginning of a line with a row. */
const ROW = /^\{"type":"row","table":"(\w+)"/;

function checkHeader(line: BackupLine): void {
  if (line.type !== "backup") throw new BackupProblem("This is not a backup of Fabula: its first line says otherwise.");
  if (line.version > FORMAT_VERSION) {
    throw new BackupProblem(
      `The backup has format ${line.version}, this Fabula reads up to ${FORMAT_VERSION}: use a newer Fabula.`,
    );
  }
}

/** The lines of a text that comes in pieces. Only a line feed ends one: JSON may hold every other line separator. */
export async function* splitLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let waiting: Buffer[] = [];
  for await (const piece of pieces) {
    let rest = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
      waiting.push(rest.subarray(0, at));
      yield Buffer.concat(waiting).toString("utf8");
      waiting = [];
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) waiting.push(rest);
  }
  if (waiting.length > 0) yield Buffer.concat(waiting).toString("utf8");
}
