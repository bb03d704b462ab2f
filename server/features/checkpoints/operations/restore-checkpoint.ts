import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { checkpointApi } from "../schemas.ts";

export const restoreCheckpoint = declareRestore(
  checkpointApi,
  "/v1/projects/{project_id}/checkpoints/{checkpoint_id}/restore",
  {
    summary: "Restore a deleted checkpoint",
    description:
      "Restores the checkpoint itself, its name and note, if it was deleted, or its version at `seq`. The project stays as it is: to return to a checkpoint, [copy the project](/docs/reference/projects#projects_copy) at its `seq`. `dry_run` returns the changes without writing them.",
  },
);
