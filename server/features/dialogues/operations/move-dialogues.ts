import { z } from "zod";
import { invalidValue } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { stateOf } from "../../../record/resource.ts";
import { graphResource } from "../resources.ts";
import { graphFields } from "../schemas.ts";

/** Dialogues one call can move: more than a project has in one folder. */
const MAX_MOVES = 1_000;

export const moveDialogues = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/move",
  scope: "write",
  summary: "Move dialogues between folders",
  description:
    "Moves dialogues between folders in one commit. A folder exists as long as it has dialogues; it is renamed by moving all of them. The `from` values of the answer revert the move.",
  params: projectScope,
  body: z.strictObject({
    moves: z
      .array(z.strictObject({ graph_id: idOf("dlg"), folder: graphFields.folder }))
      .min(1)
      .max(MAX_MOVES)
      .meta({ description: "Where each dialogue goes; of one that is named twice, the last counts." }),
  }),
  output: z.object({
    moves: z
      .array(
        z.object({
          graph_id: z.string(),
          from: z.string().meta({ description: "The folder it was in; empty at the top." }),
          folder: z.string().meta({ description: "The folder it is in now." }),
        }),
      )
      .meta({ description: "Dialogues whose folder changed." }),
    seq: z.int().meta({ description: "Sequence of the move." }),
  }),
  errors: ["not_found"],
  example: { moves: [{ graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb", folder: "Act 1/Harbour" }] },
  handle: async ({ record }, { body }) => {
    const goals = new Map(body.moves.map(({ graph_id, folder }) => [graph_id, folder]));
    const known = await record.load(graphResource, [...goals.keys()]);
    const missing = body.moves.findIndex(({ graph_id }) => !known.has(graph_id));
    if (missing >= 0) {
      const id = body.moves[missing]?.graph_id ?? "";
      throw invalidValue(["body", "moves", missing, "graph_id"], "no such dialogue", id);
    }
    const moves: { graph_id: string; from: string; folder: string }[] = [];
    for (const [graph_id, version] of known) {
      const folder = goals.get(graph_id) ?? "";
      if (version.folder === folder) continue;
      record.update(graphResource, version, { ...stateOf(graphResource, version), folder });
      moves.push({ graph_id, from: version.folder, folder });
    }
    await record.commit();
    return { moves, seq: record.seq };
  },
});
