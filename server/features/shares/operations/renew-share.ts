import { Problem } from "../../../kernel/problem.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { ShareWithToken, share } from "../share.ts";
import { giveToken } from "../token.ts";

export const renewShare = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/shares/{share_id}/renew",
  scope: "write",
  summary: "Give a share link a new address",
  description:
    "For a link that was lost, or went to the wrong people: the address before opens nothing any more, and the answer shows the new one, once. A revoked link is a 409.",
  params: share.params,
  output: ShareWithToken,
  secretOutput: true,
  alone: true,
  errors: ["not_found", "share_state", "precondition_failed"],
  lookUps: ({ params }) => [byId(share.resource, [params.share_id])],
  handle: async (context, { params }) => {
    const { db, project, record, services } = context;
    const version = await target(context, share.resource, params.share_id);
    if (version.revoked_at !== null) throw new Problem("share_state");
    const renewed_at = new Date(services.clock.now()).toISOString();
    record.update(share.resource, version, { ...stateOf(share.resource, version), renewed_at }, { verb: "renewed" });
    const renewed = await committed(context, share.resource, version.id);
    return { ...share.toWire(renewed), ...(await giveToken(db, project.id, version.id, services)) };
  },
});
