import { edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { linkChange } from "../link-change.ts";

export const rejectLinkChange = projectWrite({
  ...linkChange.transition("reject"),
  output: linkChange.wire,
  errors: ["not_found", "wrong_state", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, linkChange.resource, params.link_change_id);
    linkChange.requireState("reject", version);
    const next = { ...stateOf(linkChange.resource, version), status: "rejected" as const };
    return linkChange.toWire(await edit(context, linkChange.resource, version, next, { note: { verb: "rejected" } }));
  },
});
