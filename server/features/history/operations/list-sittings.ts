import { z } from "zod";
import { pageQuery } from "../../../kernel/page.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { eventFilterQuery } from "../timeline/event-filter.ts";
import { Sitting, sittingsBefore } from "../timeline/sittings.ts";

export const listSittings = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/timeline",
  scope: "read",
  long: true,
  summary: "Read the timeline",
  description:
    "The timeline, newest first. A sitting is the work of one actor without a pause of half an hour, within one UTC day. Continue with `before_seq`; a page may be shorter than its limit when a filter skips very many events.",
  params: projectScope,
  query: z.object({
    ...eventFilterQuery,
    before_seq: integer({ min: 1 }).optional().meta({ description: "Only sittings that ended before it." }),
    limit: pageQuery.limit,
  }),
  output: z
    .object({
      sittings: z.array(Sitting).meta({ description: "One page of sittings, the last first." }),
      next_before_seq: z
        .int()
        .nullable()
        .meta({ description: "`before_seq` of the next page; null at the beginning." }),
    })
    .meta({ id: "Timeline" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services }, { query }) => {
    const { limit, before_seq, ...filter } = query;
    const upTo = atSeq ?? project.lastSeq;
    const before = Math.min(before_seq ?? upTo + 1, upTo + 1);
    const asked = { projectId: project.id, upTo, before, filter, limit };
    const { sittings, nextBefore } = await sittingsBefore(db, services.resources, asked);
    return { sittings, next_before_seq: nextBefore };
  },
});
