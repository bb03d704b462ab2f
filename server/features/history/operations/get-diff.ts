import { z } from "zod";
import { hasMore, jsonValue, listOutput, pageQuery } from "../../../kernel/page.ts";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { cursorQuery, requireOwnCursor } from "../../../operation/cursor.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { diffSequences } from "../../../record/diff.ts";
import { namesIn, namesOfSubjects } from "../../../record/subject-names.ts";
import { subjectId } from "../schemas.ts";

const Difference = z
  .object({
    change: z.enum(["added", "removed", "changed"]),
    subject_type: z.string(),
    subject_id: z.string(),
    label: z.string().nullable().meta({ description: "Its name or title, or the first words of its text." }),
    graph_id: z.string().nullable().meta({ description: "Dialogue that it is a part of." }),
    speaker_id: z.string().nullable().meta({ description: "Entity that speaks in it." }),
    fields: z.array(z.object({ field: z.string(), before: jsonValue, after: jsonValue })),
    by: z.array(z.string()).meta({ description: "Authors of the changes, latest first." }),
    first_seq: z.int(),
    last_seq: z.int(),
    last_at: z.iso.datetime(),
  })
  .meta({ id: "Difference" });

const DiffPage = z.object({
  from_seq: z.int(),
  to_seq: z.int(),
  names: namesOfSubjects,
  ...listOutput("differences", Difference).shape,
});

export const getDiff = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/diff",
  scope: "read",
  long: true,
  summary: "Compare two moments of a project",
  description:
    "Subjects added, removed and changed after `from_seq` up to `to_seq`, field by field as in a read, with the authors. Lists are compared as a whole. `total` counts all subjects touched in between; those that ended unchanged are not shown.",
  params: projectScope,
  query: z.object({
    from_seq: integer({ min: 0 }),
    to_seq: integer({ min: 0 }).optional().meta({ description: "The head when absent." }),
    subject_id: subjectId.optional().meta({ description: "Only this subject." }),
    ...pageQuery,
    ...cursorQuery,
  }),
  output: DiffPage,
  errors: ["not_found"],
  timeTravel: false,
  handle: async ({ db, project, services, response, asked }, { query }) => {
    const { cursor, from_seq, subject_id, limit } = query;
    if (cursor !== undefined) requireOwnCursor(cursor, { asked: asked(), offset: query.offset, columns: null });
    const offset = cursor?.position ?? query.offset;
    // A walk that names no end keeps the one it began with.
    const to_seq = query.to_seq ?? cursor?.seq ?? project.lastSeq;
    const range = { fromSeq: from_seq, toSeq: to_seq, subjectId: subject_id };
    if (range.toSeq > project.lastSeq) throw aboveMaximum(["query", "to_seq"], range.toSeq, project.lastSeq);
    if (range.fromSeq > range.toSeq) throw aboveMaximum(["query", "from_seq"], range.fromSeq, range.toSeq);
    const { differences, total, taken } = await diffSequences(db, services.resources, project, range, {
      limit,
      offset,
    });
    const more = hasMore(total, offset, taken);
    response.next = { position: offset + taken, seq: to_seq };
    const about = differences.map(({ graph_id, speaker_id }) => ({
      fields: [{ before: graph_id, after: speaker_id }],
    }));
    const names = await namesIn(db, project.id, services.resources, [...differences, ...about], range.toSeq);
    return { from_seq: range.fromSeq, to_seq: range.toSeq, names, differences, total, has_more: more };
  },
});
