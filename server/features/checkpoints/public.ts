// What other features may use of checkpoints: the resource and how it is shown.
export { checkpointResource } from "./checkpoint.ts";
export { createCheckpointIn, newCheckpointBody } from "./new-checkpoint.ts";
export { Checkpoint, checkpointApi } from "./schemas.ts";
