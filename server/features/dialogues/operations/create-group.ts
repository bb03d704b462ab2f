import { z } from "zod";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { groupResource } from "../resources.ts";
import { DialogueGroup, graphParams, groupFields } from "../schemas.ts";
import { toGroup } from "../wire.ts";
import { createdPart } from "../write-part.ts";

export const GroupCreate = z.strictObject({
  id: chosenId("grp"),
  title: groupFields.title,
  color: groupFields.color.default("stone"),
});

export const createGroup = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/groups",
  scope: "write",
  summary: "Create a group of nodes",
  description: "Nodes join it by their `group_id`. Its bounds on a canvas are those of its members.",
  params: graphParams,
  body: GroupCreate,
  output: DialogueGroup,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { title: "Act I", color: "teal" },
  handle: async (context, { params: { graph_id }, body }) =>
    toGroup(
      await createdPart(context, graph_id, groupResource, body.id, (id) => ({
        op: "group.create",
        group: { ...body, id },
      })),
    ),
});
