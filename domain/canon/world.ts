import type { JsonObject } from "../json.ts";

/** Knowers of a fact: everyone, or these entities; with an empty list only its authors. */
export type KnownBy = "everyone" | readonly string[];

/** A fact that holds. */
export interface CanonFact {
  readonly id: string;
  readonly subject_id: string | null;
  readonly predicate: string | null;
  readonly object_id: string | null;
  readonly text: string;
  readonly known_by: KnownBy;
  readonly told: Readonly<Record<string, { readonly how: string; readonly from: string | null }>>;
  /** Sequence of its first event. */
  readonly created_seq: number;
  /** Sequence of the event that made it as it is. */
  readonly valid_from_seq: number;
}

/** An entity that exists. */
export interface CanonEntity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly properties: JsonObject;
  readonly parent_id: string | null;
  readonly created_seq: number;
  readonly valid_from_seq: number;
}

/** A relationship from one entity to another. */
export interface CanonTie {
  readonly id: string;
  readonly type: string;
  readonly source_id: string;
  readonly target_id: string;
  readonly properties: JsonObject;
  readonly created_seq: number;
  readonly valid_from_seq: number;
}

/** Place of what a passage tells in the story. */
export interface StoryPlace {
  readonly passage_id: string;
  /** Chapter of the passage; null for a passage that is gone. */
  readonly chapter_id: string | null;
  /** Place of the chapter in the order of the story; null where that is not told. */
  readonly order: number | null;
}

/** A promise of the story that is still to be kept. */
export interface CanonPromise {
  readonly id: string;
  /** Entities that it is about. */
  readonly entity_ids: readonly string[];
  readonly valid_from_seq: number;
  /** Subject that its due point names, once it is reached; null before, and where it is gone. */
  readonly reached: {
    readonly type: "dialogue_node" | "passage" | "quest" | "seed";
    readonly id: string;
    readonly seq: number;
  } | null;
}

/** Pairs that are looked at where not all are: those that a commit can have brought about. */
export interface AskedPairs {
  /** Subjects of which one is in each pair, or holds what the pair is about. */
  readonly of: ReadonlySet<string>;
  /** Entities at which all pairs are looked at. */
  readonly at: ReadonlySet<string>;
  /** Contradictions that were there before, as their identities names them. */
  readonly known: ReadonlySet<string>;
  /** Pairs of one subject that are told at most; null for all. */
  readonly most: number | null;
}

/** Parts of a world that rules are checked against. Lists come in the order of creation. */
export interface CanonWorld {
  /** Pairs that are looked at; null for all, of which only the first hundred of each subject are told. */
  readonly pairs: AskedPairs | null;
  entity(id: string): CanonEntity | undefined;
  fact(id: string): CanonFact | undefined;
  /** Facts whose subject is the entity. */
  about(id: string): readonly CanonFact[];
  /** Facts whose object is the entity. */
  toward(id: string): readonly CanonFact[];
  /** Relationships from or to the entity. */
  ties(id: string): readonly CanonTie[];
  /** Place in the story of a fact that a passage tells; null for others, whose time is that of the record. */
  storyOf(factId: string): StoryPlace | null;
  /** The promise of an id that is still to be kept. */
  promise(id: string): CanonPromise | undefined;
  /** Entities whose knowledge an entity had at a sequence: itself, and the groups that it belonged to. */
  audiencesAt(id: string, seq: number): readonly string[];
  /** Knowers of a fact at a sequence. */
  knownAt(factId: string, seq: number): KnownBy;
  /** Sequence since which a fact has said what it says, without a break. */
  factSince(id: string): number;
  /** Sequence since which a fact has named somebody as the one who told somebody else; its first event where that is not known. */
  toldSince(id: string, knower: string, teller: string): number;
  /** Sequence since which a property of an entity has had one of some values, without a break. */
  propertySince(id: string, path: string, values: readonly string[]): number;
}

/** Returns the value at a dotted path of properties; undefined where there is none. */
export function valueAt(properties: JsonObject, path: string): unknown {
  let value: unknown = properties;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}
