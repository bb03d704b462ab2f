import { declareTransition } from "../../../operation/ordinary/declare-transition.ts";
import { checkpointApi } from "../schemas.ts";

export const releaseCheckpoint = declareTransition(
  checkpointApi,
  "/v1/projects/{project_id}/checkpoints/{checkpoint_id}/release",
  {
    summary: "Release a checkpoint",
    description:
      "Marks the moment as meant for readers: share links may play it. Who did it and when is recorded. One that is released stays as it is.",
    verb: "released",
    change: ({ released }, { actor, at }) =>
      released ? null : { released: true, released_at: at, released_by: actor },
  },
);
