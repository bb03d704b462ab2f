/** Kinds of rules that are there from the beginning, and `own` for those that writers state themselves. */
export const CANON_KINDS = [
  "dead_do_not_act",
  "one_holder",
  "one_value",
  "knows_what_was_told",
  "names_and_ages",
  "promise_kept",
  "own",
] as const;
export type CanonKind = (typeof CANON_KINDS)[number];

/** Effects of a rule: it is not asked, it reports what breaks it, or it refuses that. */
export const CANON_MODES = ["off", "warn", "block"] as const;
export type CanonMode = (typeof CANON_MODES)[number];

/** Fields of a rule by which a kind can be adapted. */
export const CANON_SETTINGS = ["predicates", "acts", "property", "values", "conditions"] as const;
export type CanonSetting = (typeof CANON_SETTINGS)[number];

/** Values of the fields of a rule that a kind has unless others are given. */
export interface CanonSettings {
  readonly predicates: readonly string[];
  readonly acts: readonly string[];
  readonly property: string | null;
  readonly values: readonly string[];
  readonly entity_types: readonly string[];
}

/** Entry of the catalogue of rules. */
export interface CatalogueEntry {
  readonly kind: CanonKind;
  readonly name: string;
  /** Description of what breaks the rule, in a sentence or two. */
  readonly description: string;
  /** Fields that adapt it, each with its meaning for this kind. */
  readonly settings: Readonly<Partial<Record<CanonSetting, string>>>;
  readonly defaults: CanonSettings;
  /** Kinds of subjects whose changes can break it. */
  readonly triggers: readonly ("fact" | "entity" | "relationship" | "dialogue_node" | "passage" | "seed" | "quest")[];
  /** Kinds of subjects whose changes it refuses in the mode `block`; others are reported. */
  readonly blocks: readonly ("fact" | "entity" | "relationship")[];
}

const NOTHING: CanonSettings = { predicates: [], acts: [], property: null, values: [], entity_types: [] };

/** Catalogue of the kinds of rules, in the order in which it is shown. */
export const CANON_CATALOGUE: Readonly<Record<CanonKind, CatalogueEntry>> = {
  dead_do_not_act: {
    kind: "dead_do_not_act",
    name: "The dead do not act or speak",
    description:
      "A fact that somebody did something, or told something, recorded after the fact or the property that says they died. A line of somebody who has died on every way to its card.",
    settings: {
      predicates: "Predicates of facts that say that their subject is dead.",
      acts: "Predicates of facts that say that their subject does something.",
      property: "Path of the property of an entity that says that it is dead.",
      values: "Values of that property that mean dead.",
    },
    defaults: {
      ...NOTHING,
      predicates: ["died", "is dead", "dead", "was killed"],
      acts: [
        ...["says", "said", "does", "did", "meets", "met", "gives", "gave", "takes", "took", "visits", "visited"],
        ...["travels to", "travelled to", "attacks", "attacked", "kills", "killed", "acts"],
      ],
      property: "status",
      values: ["dead", "deceased"],
    },
    triggers: ["fact", "entity", "dialogue_node"],
    blocks: ["fact"],
  },
  one_holder: {
    kind: "one_holder",
    name: "An item has one holder",
    description:
      "Two entities that hold the same item, by facts or by relationships. Things that are counted, and things within what somebody else holds, are left out.",
    settings: {
      predicates: "Predicates of facts, and types of relationships, that say that an entity holds the other.",
    },
    defaults: {
      ...NOTHING,
      predicates: ["has", "holds", "carries", "wears", "wields"],
      entity_types: ["item", "object", "thing", "weapon", "artifact"],
    },
    triggers: ["fact", "relationship", "entity"],
    blocks: ["fact", "relationship", "entity"],
  },
  one_value: {
    kind: "one_value",
    name: "A predicate has one value",
    description:
      "Two facts of one subject with one of these predicates and different values, which hold side by side and which one reader may know both of.",
    settings: {
      predicates:
        "Predicates that have one value at a time, such as `lives in`; empty for those that the project declares to.",
    },
    defaults: NOTHING,
    triggers: ["fact"],
    blocks: ["fact"],
  },
  knows_what_was_told: {
    kind: "knows_what_was_told",
    name: "One knows only what one was told",
    description: "Somebody who was told a fact by an entity that does not know it.",
    settings: {},
    defaults: NOTHING,
    triggers: ["fact"],
    blocks: ["fact"],
  },
  names_and_ages: {
    kind: "names_and_ages",
    name: "Names and ages agree",
    description:
      "A birth after the death or after that of a child (properties `born` and `died`), an `age` that does not fit them, two different ages, or a full name without any word of the entity's name.",
    settings: { predicates: "Predicates of facts whose text tells the age of their subject." },
    defaults: { ...NOTHING, predicates: ["age", "is aged", "years old"] },
    triggers: ["fact", "entity", "relationship"],
    blocks: ["fact", "entity", "relationship"],
  },
  promise_kept: {
    kind: "promise_kept",
    name: "A promise is kept by its due point",
    description:
      "A set-up that nobody has paid off or given up although its due point is there: a card or a passage with words, a quest that a dialogue tells, or an event of the record.",
    settings: {},
    defaults: NOTHING,
    triggers: ["seed", "dialogue_node", "passage", "quest"],
    blocks: [],
  },
  own: {
    kind: "own",
    name: "Own rule",
    description: "An entity for which one of the conditions does not hold. What is not known breaks no rule.",
    settings: { conditions: "What must hold for each entity that the rule is about; `self` stands for the entity." },
    defaults: NOTHING,
    triggers: ["fact", "entity", "relationship"],
    blocks: ["fact", "entity", "relationship"],
  },
};
