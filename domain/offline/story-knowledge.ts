/** A fact of a story file: what its reader may read of one thing that holds in the world. */
export interface StoryFact {
  readonly id: string;
  readonly text: string;
  readonly subject_id: string | null;
  readonly predicate: string | null;
  readonly object_id: string | null;
  /** Whether everyone knows it. */
  readonly public: boolean;
  /** The next fact of the file further along its chain; null for none. */
  readonly superseded_by: string | null;
}

/** Way by which an entity has a fact: listed itself, or as one of a group. */
export interface StoryTelling {
  /** The entity that is listed: the knower itself, or a group that it belongs to. */
  readonly entity_id: string;
  /** Way in which that one came to know it; null where nobody said. */
  readonly how: string | null;
  /** The entity that it has it from; null for none. */
  readonly from: string | null;
}

/** An entity that can know facts in a story: a speaker, whoever its logic asks or tells, or the reader. */
export interface StoryKnower {
  readonly entity_id: string;
  readonly name: string;
  /** Groups whose knowledge it has, the nearest first. */
  readonly groups: readonly string[];
  /** Facts that it, or a group, is listed for; public ones only where it is said how. */
  readonly knows: readonly { readonly fact_id: string; readonly by: readonly StoryTelling[] }[];
  /** Facts of the file that it cannot come to know, or that hold no more for it for a reason that is not in the file. */
  readonly never: readonly string[];
  /** Entities that a secret keeps from it: of them it learns nothing. */
  readonly hidden: readonly string[];
  /** Properties by which it is dead, such as `alive`, which a playthrough may change; absent where it lives. */
  readonly dead_by?: readonly string[] | undefined;
  /** Whether its voice is retired; absent where it is not. */
  readonly retired?: boolean | undefined;
}

/** A quest of a story file, with its words. */
export interface StoryQuest {
  readonly id: string;
  readonly external_id: string | null;
  readonly name: string;
  readonly repeatable: boolean;
  readonly stages: readonly {
    readonly id: string;
    readonly name: string;
    readonly text: string;
    readonly objectives: readonly { readonly id: string; readonly text: string; readonly count: number }[];
  }[];
}

/** Content of a story file besides the story itself, as far as whoever asked for it may read it. */
export interface StoryKnowledge {
  readonly facts: readonly StoryFact[];
  readonly knowers: readonly StoryKnower[];
  readonly quests: readonly StoryQuest[];
}
