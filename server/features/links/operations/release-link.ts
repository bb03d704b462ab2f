import { edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { beginWork } from "../begin-work.ts";
import { link } from "../link.ts";

export const releaseLink = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/links/{link_id}/release",
  scope: "write",
  alone: true,
  summary: "Release a link",
  description:
    "Lets go of all that the link brought: it stays as it is and becomes this project's own, by a job that deletes the link at its end.",
  params: link.params,
  output: link.wire,
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, link.resource, params.link_id);
    const next = { ...stateOf(link.resource, version), status: "releasing" as const, error: null };
    const after = await edit(context, link.resource, version, next, { note: { verb: "releasing" } });
    await beginWork(context, version.id);
    return link.toWire(after);
  },
});
