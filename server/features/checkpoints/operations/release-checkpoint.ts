import { declareTransition } from "../../../operation/ordinary/declare-transition.ts";
import { checkpointApi } from "../schemas.ts";

export const releaseCheckpoint = declareTransition(
  checkpointApi,
  "/v1/projects/{project_id}/checkpoints/{checkpoint_id}/release",
  {
    summary: "Release a checkpoint",
    description:
      "Releases the checkpoint to readers: share links may play it. Records the author and the time. Has no effect on a released checkpoint.",
    verb: "released",
    change: ({ released }, { actor, at }) =>
      released ? null : { released: true, released_at: at, released_by: actor },
  },
);
