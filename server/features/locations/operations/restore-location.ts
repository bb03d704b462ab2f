import { z } from "zod";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { dryRun } from "../../../operation/restore-preview.ts";
import { findVersion } from "../../../record/versions.ts";
import { entityResource, newerEntities, restoreSubtree, SubtreeRestoration } from "../../entities/public.ts";
import { locationParams, requireLocation } from "../schemas.ts";

export const restoreLocation = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}/restore",
  scope: "write",
  long: true,
  summary: "Restore a location with everything under it to a moment",
  description:
    "Restores the location and everything below it to the state at `seq` with new events. Entities deleted since return with their relationships; changed and moved entities return to their former state. Entities added since are kept, or removed with `newer: remove`, which also reverts a restore. `dry_run` returns the changes without writing them.",
  params: locationParams,
  body: z.strictObject({
    seq: integer({ min: 1 }).meta({ description: "The sequence to go back to." }),
    newer: newerEntities,
    dry_run: dryRun,
  }),
  output: SubtreeRestoration,
  alone: true,
  errors: ["not_found", "restore_conflict", "external_id_taken", "batch_too_large", "linked", "canon_violation"],
  example: { seq: 12 },
  handle: async (context, { params, body }) => {
    const { db, project } = context;
    if (body.seq > project.lastSeq) throw aboveMaximum(["body", "seq"], body.seq, project.lastSeq);
    const root = await findVersion(db, entityResource, project.id, params.entity_id, body.seq);
    if (root === null) throw new Problem("not_found");
    requireLocation(root);
    return restoreSubtree(context, root, body);
  },
});
