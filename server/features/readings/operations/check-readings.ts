import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { type Columns, type Db, jsonb } from "../../../record/database.ts";
import { findVersions, holds } from "../../../record/versions.ts";
import type { Story } from "../../runs/public.ts";
import { type Check, checkedIn, type ReadingKey } from "../checked.ts";
import { checkReading, storyAt } from "../play-reading.ts";
import { readingResource } from "../reading.ts";
import { ReadingCheck } from "../schemas.ts";

export const checkReadings = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/readings/check",
  scope: "read",
  long: true,
  summary: "Check readings",
  description:
    "Plays readings again in the story at a sequence and reports for each whether it is unchanged, its first different line, or why it cannot be played.",
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
    const { found, total } = await readingsThrough(db, project.id, graph_id ?? null, { atSeq, limit, offset });
    const readings = [];
    for (let from = 0; from < found.length; from += LOADED) {
      const some = found.slice(from, from + LOADED);
      const stories = new Map<string, Story | null>();
      for (const { graph_id: graphId } of some) {
        if (!stories.has(graphId))
          stories.set(graphId, await storyAt(db, { project_id: project.id, graph_id: graphId }, seq));
      }
      const checks = new Map<string, Check>();
      const unchecked = some.filter((reading) => {
        const story = stories.get(reading.graph_id) ?? null;
        const check = story === null ? null : checkedIn(story, { ...reading, project_id: project.id });
        if (check !== null) checks.set(reading.id, check);
        return check === null;
      });
      const ids = unchecked.map(({ id }) => id);
      for (const reading of ids.length === 0
        ? []
        : await findVersions(db, readingResource, project.id, { id: ids }, atSeq)) {
        checks.set(reading.id, await checkReading(reading, stories.get(reading.graph_id) ?? null));
        // Others of the process get their turn between two long ones.
        await breathe();
      }
      readings.push(...some.flatMap(({ id }) => checks.get(id) ?? []));
    }
    return { seq, readings, total, has_more: hasMore(total, offset, readings.length) };
  },
});

/** Readings that are held at once: the lines of one may take a mebibyte. */
const LOADED = 10;

type FoundReading = Pick<ReadingKey, "id" | "valid_from_seq"> & { readonly graph_id: string };

/** The readings that came through a dialogue, or of all, the first kept first, a page of them. */
async function readingsThrough(
  db: Db,
  projectId: string,
  graphId: string | null,
  { atSeq, limit, offset }: { atSeq: number | null; limit: number; offset: number },
): Promise<{ found: FoundReading[]; total: number }> {
  const through = graphId === null ? sql`` : sql`AND reaches @> ${jsonb([graphId])}`;
  const own = sql`FROM reading_versions WHERE project_id = ${projectId} AND ${holds(atSeq)} ${through}`;
  const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n ${own}`);
  const rows = await db.execute<Columns<"reading_versions", "id" | "valid_from_seq" | "graph_id">>(
    sql`SELECT id, valid_from_seq, graph_id ${own} ORDER BY created_seq, id LIMIT ${limit} OFFSET ${offset}`,
  );
  const found = rows.map(({ id, valid_from_seq, graph_id }) => ({
    id,
    graph_id,
    valid_from_seq: Number(valid_from_seq),
  }));
  return { found, total: counted?.n ?? 0 };
}
