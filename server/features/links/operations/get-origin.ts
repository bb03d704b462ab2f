import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { entityResource } from "../../entities/public.ts";
import { openSource } from "../open-source.ts";
import { EntityOrigin, originOf, originParams, readOriginal } from "../origin.ts";

export const getOrigin = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/links/{link_id}/entities/{source_entity_id}",
  scope: "read",
  summary: "Compare an entity with its origin",
  description:
    "Returns what of an entity came by the link and is read-only, and the properties that this project holds as its own with their values in the source. An entity that this link did not bring is a 404.",
  params: originParams,
  output: EntityOrigin,
  errors: ["not_found"],
  taggedBy: "answer-of-any-time",
  handle: async ({ db, project, caller, atSeq }, { params: { link_id, source_entity_id: id } }) => {
    const version = await findVersion(db, entityResource, project.id, id, atSeq);
    const brought = version?.brought ?? null;
    if (version === null || brought?.link_id !== link_id) throw new Problem("not_found");
    const source = await openSource(db, caller, brought.project_id, project);
    const at = { projectId: brought.project_id, seq: brought.seq };
    const original = source === null ? null : await readOriginal(db, at, id);
    return originOf({ ...version, brought }, original, source !== null);
  },
});
