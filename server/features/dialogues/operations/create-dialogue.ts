import { z } from "zod";
import { UNSOURCED } from "#domain/dialogue/states.ts";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { graphResource } from "../resources.ts";
import { DialogueGraph, graphFields } from "../schemas.ts";
import { toGraph } from "../wire.ts";

export const createDialogue = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues",
  scope: "write",
  summary: "Create a dialogue",
  description:
    "An empty graph. Create nodes in it, then set `start_node_id`; until then the first node created is the start.",
  params: projectScope,
  body: z.strictObject({
    id: chosenId("dlg"),
    name: graphFields.name,
    description: graphFields.description.optional(),
    folder: graphFields.folder.optional(),
    extensions: graphFields.extensions.optional(),
  }),
  output: DialogueGraph,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "At the gate" },
  handle: async (context, { body: { id, name, description = "", folder = "", extensions = {} } }) => {
    const state = { name, description, folder, start_node_id: null, extensions, ...UNSOURCED };
    return toGraph(await created(context, graphResource, id, state), 0);
  },
});
