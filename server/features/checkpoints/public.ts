// What other features may use of checkpoints: the resource and how it is shown.
export { checkpointResource, UNRELEASED } from "./checkpoint.ts";
export { Checkpoint, checkpointFields, toCheckpoint } from "./schemas.ts";
