// What others may use of seeds: the resource, the check of what they name, those that are still to be kept, and the gaps of the record that promises and ideas are made of.
export { type OpenSeed, openSeeds } from "./due.ts";
export { findGaps } from "./find-gaps.ts";
export { namedLookUps, requireNamed } from "./require-named.ts";
export { seed } from "./seed.ts";
