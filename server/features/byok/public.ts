// What others may use of a project's own model keys: which one a generation uses, and a call with it.
export { callWithKey } from "./call-with-key.ts";
export { chooseKey } from "./choose-key.ts";
export { hasStoredKeys } from "./current-versions.ts";
