import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { type Db, jsonb } from "../../../record/database.ts";
import { findVersions, holds } from "../../../record/versions.ts";
import { checkReading } from "../play-reading.ts";
import { readingResource } from "../reading.ts";
import { ReadingCheck } from "../schemas.ts";

export const checkReadings = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/readings/check",
  scope: "read",
  long: true,
  summary: "Check readings",
  description:
    "Plays readings again in the story of a sequence, and tells of each whether it reads as it did, which line is another, or why it cannot be played.",
  params: projectScope,
  query: z.object({
    graph_id: idOf("dlg").optional().meta({ description: "Only readings that came through this dialogue." }),
    limit: pageQuery.limit,
    offset: pageQuery.offset,
  }),
  output: listOutput("readings", ReadingCheck).extend({
    seq: z.int().meta({ description: "The sequence of the story that was played." }),
  }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { query: { graph_id, limit, offset } }) => {
    const seq = atSeq ?? project.lastSeq;
    const { ids, total } = await readingsThrough(db, project.id, graph_id ?? null, { atSeq, limit, offset });
    const readings = [];
    for (let from = 0; from < ids.length; from += LOADED) {
      const some = ids.slice(from, from + LOADED);
      for (const reading of await findVersions(db, readingResource, project.id, { id: some }, atSeq)) {
        readings.push(await checkReading(db, reading, seq));
        // Others of the process get their turn between two long ones.
        await breathe();
      }
    }
    return { seq, readings, total, has_more: hasMore(total, offset, readings.length) };
  },
});

/** Readings that are held at once: the lines of one may take a mebibyte. */
const LOADED = 10;

/** Ids of the readings that came through a dialogue, or of all, the first kept first, a page of them. */
async function readingsThrough(
  db: Db,
  projectId: string,
  graphId: string | null,
  { atSeq, limit, offset }: { atSeq: number | null; limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const through = graphId === null ? sql`` : sql`AND reaches @> ${jsonb([graphId])}`;
  const own = sql`FROM reading_versions WHERE project_id = ${projectId} AND ${holds(atSeq)} ${through}`;
  const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n ${own}`);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT id ${own} ORDER BY created_seq, id LIMIT ${limit} OFFSET ${offset}`,
  );
  return { ids: rows.map(({ id }) => id), total: counted?.n ?? 0 };
}
