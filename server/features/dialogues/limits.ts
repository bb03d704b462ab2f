/** Bytes that the JSON of `extensions` may have, in UTF-8: of a dialogue, of a node, of a branch. */
export const MAX_EXTENSIONS_BYTES = 262_144;

/** Branches one node may have. */
export const MAX_BRANCHES = 200;

/** Marks one text may have. */
export const MAX_MARKS = 1_000;

/** Bytes that all branches of a node may have together, as JSON in UTF-8 and as the record keeps them. */
export const MAX_BRANCHES_BYTES = 2 * 1_048_576;

/** Facts, and actions, that one branch of a talk may name. */
export const MAX_TALK_OUTCOME = 20;

/** Conditions in one list of conditions, and effects in one list of effects. */
export const MAX_LOGIC_ENTRIES = 100;
