import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { Share, shareApi, toShare } from "../schemas.ts";
import { shareResource } from "../share.ts";
import { forgetToken } from "../token.ts";

export const revokeShare = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/shares/{share_id}/revoke",
  scope: "write",
  summary: "Revoke a share link",
  description:
    "It opens nothing from now on, for good. Paths that readers sent back stay. One that is revoked stays as it is.",
  params: shareApi.params,
  output: Share,
  alone: true,
  errors: ["not_found", "precondition_failed"],
  lookUps: ({ params }) => [byId(shareResource, [params.share_id])],
  handle: async (context, { params }) => {
    const { db, project, record, services, caller } = context;
    const version = await target(context, shareResource, params.share_id);
    if (version.revoked_at === null) {
      const revoked_at = new Date(services.clock.now()).toISOString();
      const next = { ...stateOf(shareResource, version), revoked_at, revoked_by: caller.actor };
      record.update(shareResource, version, next, { verb: "revoked" });
      await forgetToken(db, project.id, version.id);
    }
    return toShare(await committed(context, shareResource, version.id));
  },
});
