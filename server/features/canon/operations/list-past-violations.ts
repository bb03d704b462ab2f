import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readHistory } from "../check-history.ts";
import { PastViolation, progressFields, toProgress } from "../history-form.ts";

type PastRow = z.input<typeof PastViolation> & Record<string, unknown>;

export const listPastViolations = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/canon/history",
  scope: "read",
  summary: "List violations of all history",
  description:
    "What the last check of all history found: contradictions with the commits between which they were there, the oldest first. Each span is one of its own.",
  timeTravel: false,
  taggedBy: "answer",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    open: flag().optional().meta({ description: "Only those that nothing put right, or only others." }),
  }),
  output: listOutput("violations", PastViolation).extend(progressFields),
  errors: ["not_found"],
  handle: async ({ db, project }, { query: { limit, offset, open } }) => {
    const history = await readHistory(db, project.id);
    // What a check before found is taken away while the next one begins.
    const asked = history?.is_clearing
      ? sql`false`
      : open === undefined
        ? sql`true`
        : open
          ? sql`until_seq IS NULL`
          : sql`until_seq IS NOT NULL`;
    const rows = await db.execute<PastRow>(
      sql`SELECT id, rule_id, rule_name, code, message, about AS subject_id, evidence, from_seq, until_seq
          FROM canon_past_violations WHERE project_id = ${project.id} AND ${asked} ORDER BY from_seq, id LIMIT ${limit} OFFSET ${offset}`,
    );
    const [count] = await db.execute<{ total: number }>(
      sql`SELECT count(*)::int AS total FROM canon_past_violations WHERE project_id = ${project.id} AND ${asked}`,
    );
    const total = count?.total ?? 0;
    return { violations: [...rows], total, has_more: hasMore(total, offset, rows.length), ...toProgress(history) };
  },
});
