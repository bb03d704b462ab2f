// What other features may use of facts: the resource, and what may be read through somebody's eyes.
export type { FactState, FactVersion } from "./fact.ts";
export { factResource } from "./fact.ts";
export { openPerspective } from "./perspective.ts";
