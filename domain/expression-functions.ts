import type { EffectOp, FunctionName } from "./expression.ts";

/** What an argument of a built-in function may be; `thing` is an entity, a constant key or a node. */
export type ArgumentType = "ref" | "integer" | "string" | "thing";

export interface FunctionSignature {
  /** Types of the arguments in order. */
  args: readonly ArgumentType[];
  /** How many of them must be given. */
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
  quest_state: { args: ["thing"], required: 1, returns: "string", words: "the state of quest {0}" },
  relationship: {
    args: ["thing", "thing"],
    required: 2,
    returns: "number",
    words: "the relationship of {0} with {1}",
  },
  at_location: { args: ["thing", "thing"], required: 2, returns: "boolean", words: "{0} is at {1}" },
  has_item: { args: ["thing", "thing", "integer"], required: 2, returns: "boolean", words: "{0} has {1}" },
  fact: { args: ["thing", "thing"], required: 2, returns: "unknown", words: "what is known of {0}: {1}" },
  world_time: { args: [], required: 0, returns: "number", words: "the time of the world" },
};

/** What each operation of an effect works on, and what it does in words. */
export const EFFECT_WORDS: Readonly<
  Record<EffectOp, { readonly target: boolean; readonly value: boolean; readonly words: string }>
> = {
  set: { target: true, value: true, words: "Writes the value." },
  add: { target: true, value: true, words: "Adds the value." },
  sub: { target: true, value: true, words: "Takes the value away." },
  mul: { target: true, value: true, words: "Multiplies by the value." },
  div: { target: true, value: true, words: "Divides by the value; by zero it changes nothing." },
  mod: { target: true, value: true, words: "Keeps the rest of a division by the value." },
  toggle: { target: true, value: false, words: "Turns true into false, and false into true." },
  push: { target: true, value: true, words: "Puts the value into a set." },
  remove: { target: true, value: true, words: "Takes the value out of a set." },
  clear: { target: true, value: false, words: "Empties a set; writes the default of anything else." },
  reset: { target: true, value: false, words: "Writes the default." },
  reset_visits: { target: false, value: false, words: "Forgets visits, and which branches were taken." },
  command: { target: false, value: true, words: "Tells the host to do what the value says." },
  emit: { target: false, value: true, words: "Tells the host that something happened." },
  opaque: { target: false, value: true, words: "Keeps what an import could not express; it changes nothing." },
};
