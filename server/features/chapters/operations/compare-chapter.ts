import { sql } from "drizzle-orm";
import { z } from "zod";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import type { Db } from "../../../record/database.ts";
import { findVersion, findVersions, holds } from "../../../record/versions.ts";
import { chapter } from "../chapter.ts";
import { COMPARED, comparePassages } from "../compare-passages.ts";
import { passage } from "../passage.ts";
import { byPlace } from "../read-outline.ts";

const Change = z
  .object({
    id: z.string().meta({ description: "Id of the passage." }),
    change: z.enum(["added", "removed", "changed", "moved"]).meta({
      description: "`moved` for one that is the same, and stands otherwise among the others.",
    }),
    fields: z.array(z.enum(COMPARED)).meta({ description: "Fields that differ, where it was there at both." }),
    before: z.string().nullable().meta({ description: "Its text then; null for one that was not there." }),
    after: z.string().nullable().meta({ description: "Its text now; null for one that is gone." }),
  })
  .meta({ id: "PassageChange" });

const count = (when: string) => z.int().meta({ description: `Words of its prose ${when}.` });

/** Version of the answer: it grows with every change that gives the same texts another one. */
const EDITION = 2;

export const compareChapter = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/book-author/chapters/{chapter_id}/diff",
  scope: "read",
  summary: "Compare a chapter with an earlier one",
  description:
    "The passages that differ from those at `from_seq`, in the order of reading; those that are gone come last.",
  params: chapter.params,
  edition: EDITION,
  query: z.object({
    from_seq: integer({ min: 0 }).meta({
      description: "The sequence it is compared with. The chapter may not have been there.",
    }),
  }),
  output: z
    .object({
      from_seq: z.int().meta({ description: "The sequence it is compared with." }),
      to_seq: z.int().meta({ description: "The sequence of the read." }),
      words_before: count("at `from_seq`"),
      words_after: count("at `to_seq`"),
      passages: z.array(Change).meta({ description: "Passages that differ." }),
    })
    .meta({ id: "ChapterComparison" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params: { chapter_id: id }, query: { from_seq } }) => {
    const to_seq = atSeq ?? project.lastSeq;
    if ((await findVersion(db, chapter.resource, project.id, id, to_seq)) === null) throw new Problem("not_found");
    if (from_seq > to_seq) throw aboveMaximum(["query", "from_seq"], from_seq, to_seq);
    const earlier = await readText(db, project.id, id, from_seq);
    const later = await readText(db, project.id, id, to_seq);
    return {
      from_seq,
      to_seq,
      words_before: earlier.words,
      words_after: later.words,
      passages: comparePassages(earlier.passages, later.passages),
    };
  },
});

async function readText(db: Db, projectId: string, chapterId: string, seq: number) {
  const passages = (await findVersions(db, passage.resource, projectId, { chapter_id: chapterId }, seq)).sort(byPlace);
  // To count the words of a long chapter anew would take seconds.
  const [count] = await db.execute<{ words: number }>(
    sql`SELECT coalesce(sum(words), 0)::int AS words FROM passage_versions
        WHERE project_id = ${projectId} AND chapter_id = ${chapterId} AND ${holds(seq)}`,
  );
  return { passages, words: count?.words ?? 0 };
}
