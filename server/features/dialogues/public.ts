// What others may use of dialogues: the resources, variables and their uses among them, their wire form, and what is forgotten.
export { forgetOldGestureResults } from "./gesture-results.ts";
export { requireGraph } from "./read-graph.ts";
export { graphResource, nodeResource } from "./resources.ts";
export type { GraphVersion, NodeVersion } from "./states.ts";
export type { VariableVersion } from "./variable.ts";
export { MAX_ENUM_VALUES, variableResource } from "./variable.ts";
export { usesOf, VariableUse } from "./variable-uses.ts";
export { toNode } from "./wire.ts";
