import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { groupApi } from "../api-resources.ts";
import { groupResource, nodeResource } from "../resources.ts";
import type { GroupVersion } from "../states.ts";

/** Deletes a group in the unit of work; its members stay and belong to none. */
export async function deleteGroupIn(record: UnitOfWork, group: GroupVersion): Promise<string[]> {
  const members = await record.find(nodeResource, { group_id: group.id });
  for (const node of members) {
    record.update(nodeResource, node, { ...stateOf(nodeResource, node), group_id: null }, { causation: group.id });
  }
  record.remove(groupResource, group);
  return members.map(({ id }) => id);
}

export const deleteGroup = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-groups/{group_id}",
  scope: "write",
  summary: "Delete a group",
  description: "Its nodes stay; they belong to no group then.",
  params: groupApi.params,
  output: z.object({ id: z.string(), deleted: z.literal(true), released_nodes: z.array(z.string()) }),
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, groupResource, params.group_id);
    const released = await deleteGroupIn(context.record, version);
    await context.record.commit();
    return { id: version.id, deleted: true as const, released_nodes: released };
  },
});
