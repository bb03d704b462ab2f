// What other features may use of checkpoints: the resource and how one is made.
export { checkpoint, namedSeq } from "./checkpoint.ts";
