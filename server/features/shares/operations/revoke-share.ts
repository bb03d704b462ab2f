import { declareTransition } from "../../../operation/ordinary/declare-transition.ts";
import { shareApi } from "../schemas.ts";
import { forgetToken } from "../token.ts";

export const revokeShare = declareTransition(shareApi, "/v1/projects/{project_id}/shares/{share_id}/revoke", {
  summary: "Revoke a share link",
  description:
    "It opens nothing from now on, for good. Paths that readers sent back stay. One that is revoked stays as it is.",
  verb: "revoked",
  alone: true,
  change: ({ revoked_at }, { actor, at }) => (revoked_at === null ? { revoked_at: at, revoked_by: actor } : null),
  write: ({ db, project }, { id }) => forgetToken(db, project.id, id),
});
