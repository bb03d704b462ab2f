import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { graphResource } from "../resources.ts";
import { DialogueGraph, graphFields, projectScope } from "../schemas.ts";
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
    id: idOf("dlg").optional(),
    name: graphFields.name,
    description: graphFields.description.optional(),
    extensions: graphFields.extensions.optional(),
  }),
  output: DialogueGraph,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "At the gate" },
  handle: async (context, { body }) => {
    const { record, services } = context;
    if (body.id !== undefined) await record.requireUnused(graphResource, [body.id]);
    const id = body.id ?? newId("dlg", services.clock.now());
    record.create(graphResource, id, {
      name: body.name,
      description: body.description ?? "",
      start_node_id: null,
      extensions: body.extensions ?? {},
      source_format: null,
      source_key: null,
    });
    return toGraph(await committed(context, graphResource, id), 0);
  },
});
