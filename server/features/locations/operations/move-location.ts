import { z } from "zod";
import { ValidationProblem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { MISSING } from "../../../kernel/validation/item.ts";
import { baseSeq } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { answerMove, Entity, entityFields } from "../../entities/public.ts";
import { locationParams, targetLocation } from "../schemas.ts";

export const moveLocation = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}/move",
  scope: "write",
  long: true,
  summary: "Move a location with everything under it",
  description: "One event and one version, however large the subtree: the paths below follow. Null makes it a root.",
  params: locationParams,
  body: z.strictObject({
    parent_id: entityFields.parent_id.optional(),
    parent_external_id: entityFields.parent_external_id.optional(),
    base_seq: baseSeq,
    dry_run: flag().default(false).meta({ description: "Return the moves without writing them." }),
  }),
  output: Entity.extend({
    descendants: z.int().meta({ description: "Number of entities below it whose `location_path` changes." }),
  }).meta({ id: "LocationMove" }),
  errors: ["not_found", "edit_conflict", "precondition_failed", "canon_violation"],
  example: { parent_external_id: "harbour" },
  handle: async (context, { params, body }) => {
    const version = await targetLocation(context, params.entity_id);
    if (body.parent_id === undefined && body.parent_external_id === undefined) {
      throw new ValidationProblem([{ ...MISSING, loc: ["body", "parent_id"], input: body }]);
    }
    return answerMove(context, version, body);
  },
});
