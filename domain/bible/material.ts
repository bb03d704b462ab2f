import type { JsonObject } from "../json.ts";

/** Sequences of a version of a subject: its creation, and the last change. */
interface Dated {
  readonly id: string;
  readonly created_seq: number;
  readonly valid_from_seq: number;
}

/** Entity that a bible is written from. */
export interface MaterialEntity extends Dated {
  readonly type: string;
  readonly name: string;
  readonly properties: JsonObject;
  readonly parent_id: string | null;
}

/** Relationship that a bible is written from. */
export interface MaterialRelationship extends Dated {
  readonly type: string;
  readonly source_id: string;
  readonly target_id: string;
  readonly properties: JsonObject;
}

/** Fact that a bible is written from. */
export interface MaterialFact extends Omit<Dated, "valid_from_seq"> {
  readonly subject_id: string | null;
  readonly object_id: string | null;
  readonly predicate: string | null;
  readonly text: string;
  readonly secret: boolean;
  /** Whether it holds for the reader; one that does not is there for what superseded it. */
  readonly holds: boolean;
  readonly superseded_mode: "from" | "retcon" | null;
  /** Facts in whose place it holds, oldest first. */
  readonly supersedes: readonly string[];
  /** Card that it comes from; null for none. */
  readonly node_id: string | null;
}

/** Quest that a bible is written from. */
export interface MaterialQuest extends Dated {
  readonly name: string;
  readonly summary: string;
  readonly giver_id: string | null;
  readonly stages: readonly {
    readonly name: string;
    readonly text: string;
    readonly objectives: readonly { readonly text: string }[];
  }[];
}

/** Voice of a character that a bible is written from. */
export interface MaterialVoice extends Dated {
  readonly entity_id: string;
  readonly role: string;
  readonly description: string;
  readonly personality: string;
  readonly style: string;
  readonly goals: readonly { readonly text: string }[];
  readonly sample_lines: readonly string[];
}

/** Rule of the canon that a bible is written from. */
export interface MaterialRule extends Dated {
  readonly name: string;
  readonly reason: string;
  readonly description: string;
}

/** Promise of the story that is still to be kept. */
export interface MaterialSeed extends Dated {
  readonly promise: string;
  readonly notes: string;
}

/** Appearance of a speaker in a dialogue. */
export interface MaterialAppearance {
  readonly speaker_id: string;
  readonly graph_id: string;
  readonly graph_name: string;
  readonly lines: number;
  /** Earliest card that the speaker speaks there. */
  readonly node_id: string;
  readonly words: string;
  readonly since_seq: number;
}

/** Change that an author made to the bible. */
export interface MaterialEntry extends Dated {
  readonly key: string;
  readonly text: string | null;
  /** Words that the text was written in place of; null where nobody said. */
  readonly replaces: string | null;
  readonly hidden: boolean;
  readonly pin: number | null;
  readonly shown_to: "authors" | "everyone";
}

/** Subjects that a bible is written from, as one reader may see them at one sequence. */
export interface BibleMaterial {
  readonly project_name: string;
  readonly seq: number;
  readonly as: string | null;
  readonly complete: boolean;
  readonly entities: readonly MaterialEntity[];
  readonly relationships: readonly MaterialRelationship[];
  readonly facts: readonly MaterialFact[];
  readonly quests: readonly MaterialQuest[];
  readonly voices: readonly MaterialVoice[];
  readonly rules: readonly MaterialRule[];
  readonly seeds: readonly MaterialSeed[];
  readonly appearances: readonly MaterialAppearance[];
  readonly entries: readonly MaterialEntry[];
  /** Pointers that secrets cover, by subject; null stands for the whole subject. */
  readonly covered: ReadonlyMap<string, readonly (string | null)[]>;
}
