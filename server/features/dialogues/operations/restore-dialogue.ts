import { z } from "zod";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { dryRun, restoreOrPreview, restorePreview } from "../../../operation/restore-preview.ts";
import { restoreGraphIn } from "../restore-graph.ts";
import { graphParams } from "../schemas.ts";

export const restoreDialogue = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/restore",
  scope: "write",
  long: true,
  summary: "Restore a dialogue to a moment",
  description:
    "Restores the whole dialogue to its state at `seq` with new events. Later history is kept. `dry_run` returns the changes without writing them.",
  params: graphParams,
  body: z.strictObject({ seq: integer({ min: 1 }), dry_run: dryRun }),
  output: z.object({
    id: z.string(),
    seq: z.int().meta({ description: "Sequence of the project after the restore; as it is with `dry_run`." }),
    restored_from: z.int(),
    brought_back: z.int(),
    changed: z.int(),
    deleted: z.int(),
    preview: restorePreview,
  }),
  alone: true,
  errors: ["not_found", "external_id_taken"],
  example: { seq: 12 },
  handle: async (context, { params, body }) => {
    const { record, project } = context;
    if (body.seq > project.lastSeq) throw aboveMaximum(["body", "seq"], body.seq, project.lastSeq);
    const done = await restoreOrPreview(context, body.dry_run, () =>
      restoreGraphIn(record, params.graph_id, body.seq, body.dry_run),
    );
    return { id: params.graph_id, restored_from: body.seq, ...done };
  },
});
