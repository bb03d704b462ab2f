import { createCheckpoint } from "./operations/create-checkpoint.ts";
import { deleteCheckpoint } from "./operations/delete-checkpoint.ts";
import { getCheckpoint } from "./operations/get-checkpoint.ts";
import { listCheckpoints } from "./operations/list-checkpoints.ts";
import { releaseCheckpoint } from "./operations/release-checkpoint.ts";
import { restoreCheckpoint } from "./operations/restore-checkpoint.ts";
import { unreleaseCheckpoint } from "./operations/unrelease-checkpoint.ts";
import { updateCheckpoint } from "./operations/update-checkpoint.ts";

export const checkpoints = {
  create: createCheckpoint,
  list: listCheckpoints,
  get: getCheckpoint,
  update: updateCheckpoint,
  delete: deleteCheckpoint,
  restore: restoreCheckpoint,
  release: releaseCheckpoint,
  unrelease: unreleaseCheckpoint,
};
