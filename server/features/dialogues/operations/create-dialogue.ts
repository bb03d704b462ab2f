import { z } from "zod";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { newState } from "../../../record/resource.ts";
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
    external_id: graphFields.external_id.optional(),
    name: graphFields.name,
    description: graphFields.description.optional(),
    folder: graphFields.folder.optional(),
    extensions: graphFields.extensions.optional(),
  }),
  output: DialogueGraph,
  status: 201,
  errors: ["not_found", "external_id_taken", "id_taken"],
  example: { name: "At the gate" },
  handle: async (context, { body: { id, ...sent } }) =>
    toGraph(await created(context, graphResource, id, newState(graphResource, sent)), 0),
});
