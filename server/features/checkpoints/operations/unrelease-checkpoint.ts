import { declareTransition } from "../../../operation/ordinary/declare-transition.ts";
import { UNRELEASED } from "../checkpoint.ts";
import { checkpointApi } from "../schemas.ts";

export const unreleaseCheckpoint = declareTransition(
  checkpointApi,
  "/v1/projects/{project_id}/checkpoints/{checkpoint_id}/unrelease",
  {
    summary: "Take back the release of a checkpoint",
    description:
      "The moment is for authors alone again. Share links that play it are closed until it is released again.",
    verb: "unreleased",
    change: ({ released }) => (released ? UNRELEASED : null),
  },
);
