import { z } from "zod";
import { pageQuery } from "../../../kernel/page.ts";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { Commit, commitsBetween } from "../timeline/commits.ts";
import { eventFilterQuery } from "../timeline/event-filter.ts";

export const listCommits = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/timeline/commits",
  scope: "read",
  summary: "List commits",
  description:
    "Commits, newest first, with the names of their subjects. Read the values before and after from `…/diff`.",
  params: projectScope,
  query: z.object({
    ...eventFilterQuery,
    from_seq: integer({ min: 1 }).default(1),
    to_seq: integer({ min: 0 }).optional().meta({ description: "The head when absent." }),
    limit: pageQuery.limit,
  }),
  output: z
    .object({
      commits: z.array(Commit).meta({ description: "One page of commits, the last first." }),
      next_to_seq: z.int().nullable().meta({ description: "`to_seq` of the next page; null at the beginning." }),
    })
    .meta({ id: "CommitPage" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services }, { query }) => {
    const { limit, from_seq: fromSeq, to_seq, ...filter } = query;
    const upTo = atSeq ?? project.lastSeq;
    if (to_seq !== undefined && to_seq > upTo) throw aboveMaximum(["query", "to_seq"], to_seq, upTo);
    const range = { fromSeq, toSeq: to_seq ?? upTo };
    const commits = await commitsBetween(db, services.resources, project.id, range, filter, limit);
    const last = commits.at(-1);
    const goesOn = last !== undefined && last.first_seq > fromSeq;
    return { commits, next_to_seq: goesOn ? last.first_seq - 1 : null };
  },
});
