import type { RunPlace } from "../../operation/run-memory.ts";

/** The sections of a context, in the order in which they stand in it. */
export const SECTIONS = ["facts", "entities", "relationships", "events", "dialogue"] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Kinds of items in a context. */
export const ITEM_KINDS = ["fact", "entity", "relationship", "event", "line"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Reasons why an item is in a context. */
export const REASONS = ["words", "subject", "named", "neighbour", "beside"] as const;
export type Reason = (typeof REASONS)[number];

/** Reasons why a candidate is not in a context. */
export const LEFT_OUT_REASONS = ["budget", "content", "least", "scope", "superseded"] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/**
 * Version of the rules by which contexts are assembled, increased with each change, so that a receipt names its own.
 */
export const SCORER_VERSION = 4;

/** Lines that a context may hold. */
export const DIALOGUE_CHOICES = ["played", "all", "none"] as const;
export type DialogueChoice = (typeof DIALOGUE_CHOICES)[number];

/** Share of what a question could have been worth below which items of a section are left out, unless the question says it. */
export const LEAST: Readonly<Record<SectionName, number>> = {
  facts: 0.5,
  entities: 0.5,
  relationships: 0,
  events: 0,
  dialogue: 0,
};

export const MAX_PREDICATES = 50;
export const MIN_TOKEN_BUDGET = 32;
export const MAX_TOKEN_BUDGET = 100_000;
export const MAX_QUERY_LENGTH = 4_000;
export const MAX_SUBJECTS = 50;

/** Question that a context answers. */
export interface ContextQuestion {
  readonly query: string;
  /** The entity through whose eyes the world is read; null for everything. */
  readonly as: string | null;
  /** Entities and dialogues that it is about. */
  readonly subject_ids: readonly string[];
  readonly token_budget: number;
  /** All of them when absent. */
  readonly sections?: readonly SectionName[];
  /** Share of what the question could have been worth; {@link LEAST} when absent. */
  readonly least?: number | null;
  /** All of them when absent. */
  readonly reasons?: readonly Reason[] | null;
  /** Predicates of facts; all of them when absent. */
  readonly predicates?: readonly string[] | null;
  /** All lines when absent, and in a playthrough those that it came by. */
  readonly dialogue?: DialogueChoice;
  /** The playthrough that is asked, at a step of it; none when absent. */
  readonly run?: RunPlace | null;
  /** The player whose context it is; none when absent. */
  readonly player?: PlayerPlace | null;
}

/** The player whose context a question asks for. */
export interface PlayerPlace {
  readonly id: string;
  /** Sequence at which the player is read: a playthrough of an older story has the player of today. */
  readonly seq: number;
  /** Whether it is the player's own, with what the player knows; else it has what the reader knows of the player. */
  readonly own: boolean;
  /** Whether nothing is in it that may not be read now: for the token of a player in a playthrough. */
  readonly noMoreThanNow?: boolean;
}

/** Returns the player of a question that the token of a player asks: of an older story it is told no more than may be read now. */
export function ofToken(player: PlayerPlace, run: object | null): PlayerPlace {
  return run === null ? player : { ...player, noMoreThanNow: true };
}

/** Item of a context. */
export interface ContextItem {
  readonly id: string;
  readonly kind: ItemKind;
  /**
   * Subject of the item: that of a fact or an event, the first end of a relationship, the dialogue of a line; null for
   * the world.
   */
  readonly subject_id: string | null;
  /** The sequence that made it what it is. */
  readonly seq: number;
  /** Sequence since which a fact has been known, or at which something happened. */
  readonly since: number | null;
  readonly text: string;
  readonly tokens: number;
  readonly reason: Reason;
  readonly score: number;
}

/** A candidate that is not in the context, and why. */
export interface LeftOut {
  readonly id: string;
  readonly kind: ItemKind;
  readonly reason: LeftOutReason;
  readonly tokens: number;
}

export interface ContextSection {
  readonly name: SectionName;
  readonly tokens: number;
  readonly items: ContextItem[];
}

/** A context for a prompt, and all that was weighed for it. */
export interface AssembledContext {
  readonly receipt_id: string;
  readonly seq: number;
  readonly as: string | null;
  readonly run: { readonly id: string; readonly step: number } | null;
  /** Id of the player whose context it is; null for none. */
  readonly player_id: string | null;
  readonly scorer_version: number;
  readonly token_budget: number;
  /** Tokens of `text`. */
  readonly tokens: number;
  readonly sections: ContextSection[];
  readonly left_out: LeftOut[];
  /**
   * Number of subjects withheld from `as` at this sequence, whatever the question: the number it would have found is
   * not told.
   */
  readonly withheld: number;
  readonly text: string;
  /** SHA-256 of everything above but the receipt's id. */
  readonly digest: string;
}
