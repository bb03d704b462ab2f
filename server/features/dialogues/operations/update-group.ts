import { z } from "zod";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { groupResource } from "../resources.ts";
import { DialogueGroup, groupFields, groupParams } from "../schemas.ts";
import { toGroup } from "../wire.ts";

export const GroupPatch = z.strictObject(groupFields).partial();

export const updateGroup = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-groups/{group_id}",
  scope: "write",
  summary: "Update a group",
  params: groupParams,
  body: GroupPatch.extend({ base_seq: baseSeq }),
  output: DialogueGroup,
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { title: "Act I: the gate" },
  handle: async (context, { params, body }) => {
    const version = await target(context, groupResource, params.group_id);
    const { base_seq, ...patch } = body;
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const next = { ...stateOf(groupResource, version), ...given };
    return toGroup(await edit(context, groupResource, version, next, { baseSeq: base_seq }));
  },
});
