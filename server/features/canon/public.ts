// What other features may use of the canon: its rules, the check that follows the record, and that of changes before they are made.
export { CanonLoop } from "./canon-loop.ts";
export { proposedViolations } from "./proposed-violations.ts";
export { canonRule } from "./rule.ts";
export { CanonViolation } from "./schemas.ts";
