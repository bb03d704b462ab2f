// What other features may use of variables: the resource, to refer to variables and to import them.
export type { VariableState, VariableVersion } from "./variable.ts";
export { variableResource } from "./variable.ts";
