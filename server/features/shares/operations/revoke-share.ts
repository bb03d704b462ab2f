import { declareTransition } from "../../../operation/ordinary/declare-transition.ts";
import { shareApi } from "../schemas.ts";
import { shareStates } from "../share.ts";
import { forgetToken } from "../token.ts";

export const revokeShare = declareTransition(
  shareApi,
  "/v1/projects/{project_id}/shares/{share_id}/revoke",
  shareStates,
  "revoke",
  { alone: true, write: ({ db, project }, { id }) => forgetToken(db, project.id, id) },
);
