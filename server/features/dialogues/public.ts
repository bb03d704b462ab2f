// What other features may use of dialogues: the resources, to refer to dialogues and nodes, and their wire form.
export { requireGraph } from "./read-graph.ts";
export { graphResource, nodeResource } from "./resources.ts";
export type { GraphVersion, NodeVersion } from "./states.ts";
export { toNode } from "./wire.ts";
