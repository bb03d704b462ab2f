// What others may use of seeds: the resource, the check of what they name, and the gaps of the record that promises and ideas are made of.
export { findGaps } from "./find-gaps.ts";
export { namedLookUps, requireNamed } from "./require-named.ts";
export { seed } from "./seed.ts";
