import { z } from "zod";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { singleLine } from "../../../kernel/validation/fields.ts";
import { edit, target } from "../../../operation/edit.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { findVersion } from "../../../record/versions.ts";
import { entityResource } from "../../entities/public.ts";
import { link } from "../link.ts";
import { requireSource } from "../open-source.ts";
import { EntityOrigin, originOf, originParams, readOriginal } from "../origin.ts";

export const resetProperty = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/links/{link_id}/entities/{source_entity_id}/reset-property",
  scope: "write",
  summary: "Reset a property of a linked entity",
  description:
    "Gives a property that this project holds as its own the value of the source, as of the sequence at which the entity was brought. From then on it comes along as the others do, unless the `overlay` of the link names it. Requires that the caller may read the source.",
  params: originParams,
  body: z.strictObject({
    property: singleLine({ min: 1, max: 200 }).meta({ description: "Name of the property." }),
  }),
  output: EntityOrigin,
  errors: ["not_found", "precondition_failed", "canon_violation"],
  example: { property: "mood" },
  // The source is read before this project is locked.
  prepare: async ({ params: { project_id, link_id, source_entity_id: id } }, { database: { reads } }, caller) => {
    const { project } = await openProject(reads, caller, project_id);
    const version = await findVersion(reads, entityResource, project.id, id, null);
    const brought = version?.brought ?? null;
    if (brought?.link_id !== link_id) throw new Problem("not_found");
    await requireSource({ db: reads, caller, project }, { source_project_id: brought.project_id });
    const at = { projectId: brought.project_id, seq: brought.seq };
    return { seq: brought.seq, original: await reads.transaction("snapshot", (db) => readOriginal(db, at, id)) };
  },
  handle: async (context, { params, body: { property } }, { seq, original }) => {
    const version = await target(context, entityResource, params.source_entity_id);
    const { brought, properties } = version;
    if (brought?.link_id !== params.link_id || brought.seq !== seq) {
      throw new Problem("precondition_failed", { detail: { current: version.valid_from_seq, sent: seq } });
    }
    const value = original?.properties[property];
    if (value === undefined) throw invalidValue(["body", "property"], "the source has no such property", property);
    const found = await context.record.get(link.resource, brought.link_id);
    const isOwn = brought.keys.includes(property) || found === null || found.overlay.includes(property);
    const keys = isOwn ? brought.keys : [...brought.keys, property];
    const state = stateOf(entityResource, version);
    const next = { ...state, properties: { ...properties, [property]: value }, brought: { ...brought, keys } };
    const after = await edit(context, entityResource, version, next);
    return originOf({ ...after, brought: next.brought }, original, true);
  },
});
