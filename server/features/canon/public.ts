// What other features may use of the canon: its rules, the check that follows the record, that of changes before they are made, and what it found of some subjects.
export { CanonLoop } from "./canon-loop.ts";
export { proposedViolations } from "./proposed-violations.ts";
export { canonRule } from "./rule.ts";
export { CanonViolation } from "./schemas.ts";
export { violationsOf } from "./violations-of.ts";
