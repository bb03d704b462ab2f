// What other features may use of variables: how one is shown, and what values are sent.
export { Variable, variableValue } from "./schemas.ts";
