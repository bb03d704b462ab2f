// What others may use of dialogues: the resources, to refer to dialogues and nodes, their wire form, and what is forgotten.
export { forgetOldGestureResults } from "./gesture-results.ts";
export { requireGraph } from "./read-graph.ts";
export { graphResource, nodeResource } from "./resources.ts";
export type { GraphVersion, NodeVersion } from "./states.ts";
export { toNode } from "./wire.ts";
