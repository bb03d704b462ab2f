// What other features may use of variables: how they are written by their external ids.
export { upsertIn as upsertVariable } from "./upsert-variable.ts";
