import { Problem } from "../../../kernel/problem.ts";
import { edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { applyChange } from "../apply-change.ts";
import { asBrought } from "../followers.ts";
import { link } from "../link.ts";
import { linkChange } from "../link-change.ts";

export const acceptLinkChange = projectWrite({
  ...linkChange.transition("accept"),
  output: linkChange.wire,
  errors: ["not_found", "wrong_state", "precondition_failed", "canon_violation"],
  handle: async (context, { params }) => {
    const { db, record } = context;
    const version = await target(context, linkChange.resource, params.link_change_id);
    linkChange.requireState("accept", version);
    const found = await record.require(link.resource, version.link_id);
    if (found.status === "releasing") {
      throw new Problem("wrong_state", {
        detail: { state: found.status, allowed: ["waiting", "ready", "failed", "lost"] },
      });
    }
    await applyChange(record, await asBrought(db, found), version);
    const next = { ...stateOf(linkChange.resource, version), status: "accepted" as const };
    const note = { verb: "accepted", last: true };
    return linkChange.toWire(await edit(context, linkChange.resource, version, next, { note }));
  },
});
