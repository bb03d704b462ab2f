import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import { isoMoment } from "../../../kernel/clock.ts";
import { MODES, type Mode } from "../../../kernel/scope.ts";
import type { Starter } from "../../../operation/starter.ts";
import { findJob } from "../../../queue/kept-jobs.ts";
import { insertRows, insertStatements } from "../../../record/append.ts";
import type { Columns, Db } from "../../../record/database.ts";
import { removeOld } from "../../../record/remove-old.ts";
import { CONTENTS, type Contents, type Part } from "./lines.ts";

/** Time for which reports of imports are kept, in milliseconds. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Milliseconds after which an unfinished import is given up: its job failed too often, or its database came from a
 * backup.
 */
const DEAD_MS = 86_400_000;

/** A mode no caller has: a project that is being filled is none of anybody's until it is whole. */
export const IMPORTING = "importing";

/** An import of a project as it is kept. */
export type KeptTransfer = Columns<
  "project_imports",
  | "id"
  | "workspace_id"
  | "into_project_id"
  | "mode"
  | "name"
  | "job_id"
  | "status"
  | "contents"
  | "starter"
  | "lines"
  | "lines_done"
  | "error"
  | "created_at"
  | "finished_at"
> & {
  readonly mode: Mode;
  readonly status: "running" | "completed" | "failed";
  readonly contents: Contents;
  readonly starter: Starter;
};

/** An import of a project on the wire. */
export const ProjectImport = z
  .object({
    id: z.string(),
    project_id: z.string().meta({ description: "The project it makes: there once the import is `completed`." }),
    mode: z.enum(MODES).meta({ description: "Mode of the project." }),
    contents: z.enum(CONTENTS).meta({ description: "Whether the history is included." }),
    status: z
      .enum(["waiting", "running", "completed", "failed"])
      .meta({ description: "Nothing is left of one that `failed`." }),
    lines: z.int().meta({ description: "Changes in all." }),
    lines_done: z.int().meta({ description: "Changes that are written." }),
    error: z.string().nullable().meta({ description: "Reason of a failure, or of the wait for another attempt." }),
    created_by: z.string().meta({ description: "Author of the request." }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable().meta({ description: "When the project was whole, or the import failed." }),
  })
  .meta({ id: "ProjectImport" });

/** Columns that are stored when an import begins. */
const KEPT = [
  ...(["id", "workspace_id", "into_project_id", "mode", "name"] as const),
  ...(["job_id", "contents", "starter", "lines", "created_at"] as const),
] as const;

/** Keeps an import with the lines it will write, and the head of the project that it makes. */
export async function keepTransfer(
  db: Db,
  kept: Pick<KeptTransfer, (typeof KEPT)[number]>,
  { parts, firstAt }: { parts: readonly Part[]; firstAt: string | null },
): Promise<void> {
  const { starter, ...rest } = kept;
  await db.execute(
    insertRows("project_imports", [
      {
        ...(rest as Record<string, Json>),
        starter,
        status: "running",
        lines_done: 0,
      },
    ]),
  );
  const rows = parts.map(
    ({ firstLine, lines, content }, part): JsonObject => ({
      import_id: kept.id,
      part,
      first_line: firstLine,
      lines,
      content,
    }),
  );
  for (const statement of insertStatements("project_import_parts", rows)) await db.execute(statement);
  await db.execute(
    sql`INSERT INTO project_heads (project_id, workspace_id, mode, last_seq, last_recorded_at, created_at)
        VALUES (${kept.into_project_id}, ${kept.workspace_id}, ${IMPORTING}, 0, ${firstAt ?? kept.created_at},
          ${kept.created_at})`,
  );
}

/** An import by its id; null for one that never was, or is no longer kept. */
export async function findTransfer(db: Db, id: string, isLocked = false): Promise<KeptTransfer | null> {
  const lock = isLocked ? sql` FOR UPDATE` : sql``;
  const [row = null] = await db.execute<KeptTransfer>(sql`SELECT * FROM project_imports WHERE id = ${id}${lock}`);
  return row;
}

/** The next lines of an import; null when all are written. */
export async function nextPart(db: Db, id: string): Promise<(Part & { part: number }) | null> {
  const [row] = await db.execute<Columns<"project_import_parts", "part" | "first_line" | "lines" | "content">>(
    sql`SELECT part, first_line, lines, content FROM project_import_parts WHERE import_id = ${id} ORDER BY part LIMIT 1`,
  );
  return row === undefined ? null : { ...row, firstLine: row.first_line };
}

/** Notes that a part is written. */
export async function notePart(db: Db, id: string, { part, lines }: { part: number; lines: number }): Promise<void> {
  await db.execute(sql`DELETE FROM project_import_parts WHERE import_id = ${id} AND part = ${part}`);
  await db.execute(sql`UPDATE project_imports SET lines_done = lines_done + ${lines} WHERE id = ${id}`);
}

/** Shows the project that is whole now. */
export async function completeTransfer(db: Db, kept: KeptTransfer, now: number): Promise<void> {
  await db.execute(sql`UPDATE project_heads SET mode = ${kept.mode} WHERE project_id = ${kept.into_project_id}`);
  await end(db, kept.id, { status: "completed", error: null, now });
}

/** Ends an import before its last line: what it wrote is removed like a project that was deleted long ago. */
export async function failTransfer(db: Db, kept: KeptTransfer, error: string, now: number): Promise<void> {
  const longAgo = new Date(0).toISOString();
  await db.execute(sql`UPDATE project_heads SET deleted_at = ${longAgo} WHERE project_id = ${kept.into_project_id}`);
  await db.execute(sql`DELETE FROM project_import_parts WHERE import_id = ${kept.id}`);
  await end(db, kept.id, { status: "failed", error, now });
}

async function end(
  db: Db,
  id: string,
  { status, error, now }: { status: KeptTransfer["status"]; error: string | null; now: number },
): Promise<void> {
  await db.execute(
    sql`UPDATE project_imports SET status = ${status}, error = ${error}, finished_at = ${new Date(now).toISOString()}
        WHERE id = ${id}`,
  );
}

/** An import as callers see it: one whose job lies dead has failed. */
export async function toProjectImport(db: Db, kept: KeptTransfer): Promise<z.input<typeof ProjectImport>> {
  const job = kept.status === "running" ? await findJob(db, sql`true`, kept.job_id) : null;
  const waits = job?.state === "waiting" && kept.lines_done === 0;
  return {
    id: kept.id,
    project_id: kept.into_project_id,
    mode: kept.mode,
    contents: kept.contents,
    status: job?.state === "failed" ? "failed" : waits ? "waiting" : kept.status,
    lines: kept.lines,
    lines_done: kept.lines_done,
    error: kept.error ?? job?.error?.message ?? null,
    created_by: kept.starter.actor,
    created_at: isoMoment(kept.created_at),
    finished_at: kept.finished_at === null ? null : isoMoment(kept.finished_at),
  };
}

/** Ends imports that nobody has gone on with for a day, and removes reports that are past their time; answers whether there may be more. */
export async function forgetOldTransfers(db: Db, now: number): Promise<boolean> {
  const [dead] = await db.execute<KeptTransfer>(
    sql`SELECT * FROM project_imports WHERE status = 'running' AND created_at < ${new Date(now - DEAD_MS).toISOString()} LIMIT 1`,
  );
  if (dead !== undefined) {
    await failTransfer(db, dead, "It was not done within a day. Ask for it again.", now);
    return true;
  }
  return removeOld(db, {
    table: "project_imports",
    column: "created_at",
    where: sql`status <> 'running'`,
    until: now - KEPT_MS,
    atOnce: AT_ONCE,
  });
}

const AT_ONCE = 100;
