import type { FunctionName } from "./expression.ts";

/**
 * Types of arguments of built-in functions: `thing` is an entity, a constant key or a node, `tracked` a quest or an entity. `fact`, `quest` and
 * `objective` are constant ids.
 */
export type ArgumentType = "ref" | "integer" | "string" | "thing" | "fact" | "tracked" | "quest" | "objective";

export interface FunctionSignature {
  /** Types of the arguments in order. */
  args: readonly ArgumentType[];
  /** Number of arguments that must be given. */
  required: number;
  returns: "boolean" | "integer" | "number" | "string" | "unknown";
  /** The function in words, `{0}` standing for its first argument. */
  words: string;
  /** The words when there are no arguments, where that is allowed and reads differently. */
  wordsAlone?: string;
}

/**
 * Signatures of the built-in functions. `visits` and `visited` without a node speak of the node they stand in; visits
 * are counted on entry, so inside a node seen for the first time `visits()` is 1.
 */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionSignature>> = {
  visits: {
    args: ["ref", "string"],
    required: 0,
    returns: "integer",
    words: "visits to {0}",
    wordsAlone: "visits to this node",
  },
  visited: {
    args: ["ref"],
    required: 0,
    returns: "boolean",
    words: "{0} has been visited",
    wordsAlone: "this node has been visited",
  },
  offered: { args: ["ref"], required: 1, returns: "boolean", words: "{0} has been offered" },
  turns: { args: [], required: 0, returns: "integer", words: "turns taken" },
  turns_since: { args: ["ref"], required: 1, returns: "integer", words: "turns since {0}" },
  choice_count: { args: [], required: 0, returns: "integer", words: "choices on offer" },
  random: { args: ["integer", "integer"], required: 2, returns: "integer", words: "a random number from {0} to {1}" },
  roll: { args: ["integer", "integer"], required: 1, returns: "integer", words: "a roll of {0}" },
  has_any_content: { args: ["ref"], required: 1, returns: "boolean", words: "{0} has something to offer" },
  quest_state: { args: ["tracked"], required: 1, returns: "string", words: "the state of quest {0}" },
  quest_stage: { args: ["quest"], required: 1, returns: "string", words: "the stage of quest {0}" },
  quest_count: {
    args: ["quest", "objective"],
    required: 2,
    returns: "integer",
    words: "how often “{1}” was done in quest {0}",
  },
  relationship: {
    args: ["thing", "thing"],
    required: 2,
    returns: "number",
    words: "the relationship of {0} with {1}",
  },
  at_location: { args: ["thing", "thing"], required: 2, returns: "boolean", words: "{0} is at {1}" },
  has_item: { args: ["thing", "thing", "integer"], required: 2, returns: "boolean", words: "{0} has {1}" },
  fact: { args: ["thing", "thing"], required: 2, returns: "unknown", words: "what is known of {0}: {1}" },
  knows: { args: ["thing", "fact"], required: 2, returns: "boolean", words: "{0} knows “{1}”" },
  world_time: { args: [], required: 0, returns: "number", words: "the time of the world" },
};

/** Functions that ask for the world outside the dialogue. */
export const WORLD_FUNCTIONS: ReadonlySet<FunctionName> = new Set<FunctionName>([
  ...(["quest_state", "quest_stage", "quest_count", "relationship", "at_location"] as const),
  ...(["has_item", "fact", "knows", "world_time"] as const),
]);

/** Ways in which somebody comes to know a fact; the first where none is said. */
export const WAYS_TO_KNOW = ["told", "heard", "saw", "inferred"] as const;
