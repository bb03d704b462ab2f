import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { usesOf, variable } from "../../dialogues/public.ts";

/** Uses listed in a refusal; the operation `uses` lists them all. */
const SHOWN = 20;

export const deleteVariable = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/variables/{variable_id}",
  scope: "write",
  summary: "Delete a variable",
  description: "A variable that is used is a 409 with its uses; `force=true` deletes it and leaves them dangling.",
  params: variable.params,
  query: z.object({ force: flag().default(false) }),
  output: z.object({
    id: z.string(),
    deleted: z.literal(true),
    dangling_uses: z.int().meta({ description: "Places in dialogues that still name it." }),
  }),
  errors: ["not_found", "in_use", "precondition_failed"],
  handle: async (context, { params, query }) => {
    const version = await target(context, variable.resource, params.variable_id);
    const uses = await usesOf(context.db, context.project.id, version, null);
    if (uses.length > 0 && !query.force) {
      throw new Problem("in_use", {
        detail: { total: uses.length, uses: uses.slice(0, SHOWN).map((use) => ({ ...use })) },
      });
    }
    context.record.remove(variable.resource, version);
    await context.record.commit();
    return { id: version.id, deleted: true as const, dangling_uses: uses.length };
  },
});
