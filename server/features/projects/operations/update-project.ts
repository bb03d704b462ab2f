import { z } from "zod";
import { mergePatch } from "#domain/change/merge-patch.ts";
import type { JsonObject } from "#domain/json.ts";
import { inOrderOfPacks } from "#domain/packs.ts";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { projectResource } from "../project.ts";
import { Project, projectFields, projectParams, projectTag, toProject } from "../schemas.ts";

export const updateProject = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}",
  scope: "write",
  summary: "Update a project",
  description: "JSON Merge Patch (RFC 7396): absent fields stay, null inside `metadata` removes a key.",
  params: projectParams,
  body: z.strictObject({
    name: projectFields.name.optional(),
    description: projectFields.description.optional(),
    metadata: projectFields.metadata.optional(),
    packs: projectFields.packs.optional(),
    knowing_types: projectFields.knowing_types.optional(),
    npc_memory: projectFields.npc_memory.optional(),
    npc_units: projectFields.npc_units.optional(),
    base_seq: baseSeq,
  }),
  output: Project,
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { description: "A harbour town, its toll, and who pays it." },
  handle: async (context, { params, body }) => {
    const version = await target(context, projectResource, params.project_id);
    const state = stateOf(projectResource, version);
    const metadata =
      body.metadata === undefined ? state.metadata : mergePatch(state.metadata, body.metadata as JsonObject);
    const next = {
      ...state,
      ...(body.name !== undefined && { name: body.name }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.packs !== undefined && { packs: inOrderOfPacks(body.packs) }),
      ...(body.knowing_types !== undefined && { knowing_types: [...new Set(body.knowing_types)] }),
      ...(body.npc_memory !== undefined && { npc_memory: body.npc_memory }),
      ...(body.npc_units !== undefined && { npc_units: body.npc_units }),
      metadata,
    };
    const updated = await edit(context, projectResource, version, next, { baseSeq: body.base_seq });
    context.response.etag = projectTag(updated, context.record.seq);
    return toProject(updated, { ...context.project, lastSeq: context.record.seq });
  },
});
