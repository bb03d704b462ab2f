// What other features may use of predicates: the resource, and the rules that a project declares at a sequence.
export { predicate } from "./predicate.ts";
export { predicateRules } from "./predicate-rules.ts";
