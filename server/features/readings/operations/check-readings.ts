import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { type Columns, type Db, jsonb } from "../../../record/database.ts";
import { findVersions, holds } from "../../../record/versions.ts";
import { type Check, checkedIn, type ReadingKey } from "../checked.ts";
import { ReadingPlayer } from "../play-aside.ts";
import { checkReadings as checkAll, storyAt } from "../play-reading.ts";
import { readingResource } from "../reading.ts";
import { ReadingCheck } from "../schemas.ts";

export const checkReadings = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/readings/check",
  scope: "read",
  long: true,
  inSnapshot: false,
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
  handle: async ({ db, project, atSeq, services, asker }, { query: { graph_id, limit, offset } }) => {
    const seq = atSeq ?? project.lastSeq;
    const player = new ReadingPlayer(services.threads, asker);
    const { found, total } = await readingsThrough(db, project.id, graph_id ?? null, { seq, limit, offset });
    const readings = [];
    for (let from = 0; from < found.length; from += LOADED) {
      const some = found.slice(from, from + LOADED);
      const checks = new Map<string, Check>();
      for (const [graphId, through] of Map.groupBy(some, (reading) => reading.graph_id)) {
        const story = await storyAt(db, { project_id: project.id, graph_id: graphId }, seq);
        const unchecked = through.filter((reading) => {
          const check = story === null ? null : checkedIn(story, { ...reading, project_id: project.id });
          if (check !== null) checks.set(reading.id, check);
          return check === null;
        });
        if (unchecked.length === 0) continue;
        const ids = unchecked.map(({ id }) => id);
        const versions = await findVersions(db, readingResource, project.id, { id: ids }, seq);
        for await (const check of checkAll(player, versions, story)) checks.set(check.reading_id, check);
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
  { seq, limit, offset }: { seq: number; limit: number; offset: number },
): Promise<{ found: FoundReading[]; total: number }> {
  const through = graphId === null ? sql`` : sql`AND reaches @> ${jsonb([graphId])}`;
  const own = sql`FROM reading_versions WHERE project_id = ${projectId} AND ${holds(seq)} ${through}`;
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
