// What other features may use of variables: how one is shown.
export { Variable } from "./schemas.ts";
