import { sql } from "drizzle-orm";
import { z } from "zod";
import { isoMoment } from "../../../kernel/clock.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { chapter } from "../chapter.ts";
import { status } from "../schemas.ts";

/** Most revisions of one answer. */
const MOST = 200;

const Revision = z
  .object({
    seq: z.int().meta({
      description: "Sequence at which it came into the state: pass it as `at_seq` to read the chapter as it was.",
    }),
    at: z.string().meta({ description: "Time of that, UTC." }),
    status,
    words: z.int().meta({ description: "Words of its prose at that sequence." }),
  })
  .meta({ id: "ChapterRevision" });

export const listRevisions = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/book-author/chapters/{chapter_id}/revisions",
  scope: "read",
  summary: "List the revisions of a chapter",
  description: `The moments at which it came into another state, newest first, ${MOST} at most. [Compare](/docs/reference/chapters#chapters_compare) shows what changed since one.`,
  params: chapter.params,
  output: z
    .object({ revisions: z.array(Revision).meta({ description: "Revisions, newest first." }) })
    .meta({ id: "ChapterRevisions" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params: { chapter_id: id } }) => {
    if ((await findVersion(db, chapter.resource, project.id, id, atSeq)) === null) throw new Problem("not_found");
    const rows = await db.execute<{ seq: number; at: string; status: z.output<typeof status>; words: number }>(
      sql`SELECT c.seq, c.at, c.status,
            (SELECT coalesce(sum(p.words), 0)::int FROM passage_versions p
              WHERE p.project_id = ${project.id} AND p.chapter_id = ${id}
                AND p.valid_from_seq <= c.seq AND p.valid_to_seq >= c.seq) AS words
          FROM (SELECT valid_from_seq AS seq, updated_at AS at, status, lag(status) OVER (ORDER BY valid_from_seq) AS before
                FROM chapter_versions
                WHERE project_id = ${project.id} AND id = ${id} AND valid_from_seq <= ${atSeq ?? project.lastSeq}) c
          WHERE c.before IS DISTINCT FROM c.status ORDER BY c.seq DESC LIMIT ${MOST}`,
    );
    return { revisions: rows.map(({ seq, at, ...rest }) => ({ ...rest, seq: Number(seq), at: isoMoment(at) })) };
  },
});
