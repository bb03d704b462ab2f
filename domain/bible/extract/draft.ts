import type { JsonObject } from "../../json.ts";

/** Place in what was read where something is said. */
export interface Evidence {
  /** Path of the file; null for a card. */
  readonly file: string | null;
  /** Line of the file, or row of a table, counted from 1; null where it has none. */
  readonly line: number | null;
  /** JSON Pointer or column in the file; null where it has none. */
  readonly pointer: string | null;
  /** Card of a dialogue; null for a file. */
  readonly node_id: string | null;
  /** Passage of a chapter; absent for everything else. */
  readonly passage_id?: string;
  /** Words that say it, shortened. */
  readonly quote: string;
}

/** Subject of a text that was read: a character, a place, or whatever its type says. */
export interface EntityDraft {
  /** Key of the subject in what was read, the same whenever it is read again. */
  readonly key: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: string;
  readonly properties: JsonObject;
  readonly evidence: Evidence;
  readonly facts: readonly FactDraft[];
  readonly links: readonly LinkDraft[];
}

/** Statement about the subject of a draft. */
export interface FactDraft {
  readonly text: string;
  /** Names of others that it is about as well. */
  readonly about: readonly string[];
  readonly predicate?: string;
  /** Name that the predicate leads to. */
  readonly object?: string;
  readonly evidence: Evidence;
}

/** Relationship of the subject of a draft with what has a name. */
export interface LinkDraft {
  readonly type: string;
  readonly target: string;
  readonly evidence: Evidence;
}

/** File that nothing was read from, and why. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

/** Drafts that were read from some sources. */
export interface ReadSources {
  readonly entities: readonly EntityDraft[];
  /** Statements about the world as a whole. */
  readonly world: readonly FactDraft[];
  readonly skipped: readonly SkippedFile[];
}

/** Characters of the words that an evidence quotes. */
const QUOTED = 300;

/** Returns words as an evidence quotes them. */
export function quoteOf(words: string): string {
  const line = words.replace(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= QUOTED ? line : `${characters.slice(0, QUOTED).join("").trimEnd()}…`;
}
