import { z } from "zod";
import { factFields } from "#drizzle/schema/facts.ts";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { runQuery } from "../../../operation/run-memory.ts";
import { findConflicts } from "../conflicts/find-conflicts.ts";
import { ConflictOfFacts, toConflict } from "../conflicts/schemas.ts";

export const listConflicts = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/facts/conflicts",
  scope: "read",
  summary: "List conflicts between facts",
  description:
    "Pairs of facts that hold beside each other although declared predicates say that both cannot, and that one reader may know at once. Facts whose place another took for that reader are left out. At most 2,000 pairs are looked at; `complete` says whether there were no more.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    fact_id: idOf("fact").optional().meta({ description: "Only conflicts of this fact." }),
    subject_id: z
      .union([idOf("ent"), z.literal("null")])
      .optional()
      .meta({
        description: "Only conflicts of facts that name this entity; `null` for those about the world as a whole.",
      }),
    predicate: factFields.predicate.schema.unwrap().optional().meta({
      description: "Only conflicts of facts with this predicate.",
    }),
    ...perspectiveQuery,
    ...runQuery,
  }),
  output: listOutput("conflicts", ConflictOfFacts).extend({
    complete: z.boolean().meta({ description: "Whether all pairs of facts were looked at." }),
  }),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { db, project, atSeq } = context;
    const perspective = await perspectiveOf(context, query.as);
    const { fact_id, subject_id, predicate, limit, offset } = query;
    const at = { projectId: project.id, atSeq, ...(perspective !== null && { facts: perspective.facts }) };
    const filter = {
      facts: fact_id === undefined ? undefined : [fact_id],
      about: subject_id === undefined ? undefined : [subject_id === "null" ? null : subject_id],
      predicate,
    };
    const found = await findConflicts(db, at, filter, perspective);
    const conflicts = found.conflicts.slice(offset, offset + limit).map((each) => toConflict(each, true));
    const total = found.conflicts.length;
    return { conflicts, total, has_more: hasMore(total, offset, conflicts.length), complete: found.complete };
  },
});
