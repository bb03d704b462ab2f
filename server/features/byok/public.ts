// What others may use of a project's own model keys: which one a generation uses, and a call with it.
export { type AskedPurpose, callWithKey, withKey } from "./call-with-key.ts";
export { chooseKey } from "./choose-key.ts";
export { hasStoredKeys } from "./current-versions.ts";
export type { KeyUse } from "./key-use.ts";
export { type Trade, UNITS_SPENT } from "./standing.ts";
