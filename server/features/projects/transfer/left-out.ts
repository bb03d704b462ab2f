import type { Change } from "#domain/change/change.ts";
import { pointerTokens } from "#domain/change/pointer.ts";
import { firstIndex } from "#domain/first-index.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import type { Resource } from "../../../record/resource.ts";
import { type Contents, type Files, THE_PROJECT } from "./lines.ts";

/**
 * Types of subjects that are never exported: they send requests elsewhere, hold secrets or what is sealed for this project, or belong
 * to the work of a model or a player. Feedback names players, sessions and versions of this project.
 */
const STAYING: ReadonlySet<string> = new Set([
  "webhook",
  "provider_key",
  "session",
  "run",
  "share",
  "player",
  "player_fact",
  "conversation",
  "feedback_signal",
]);
/** Kinds that are about the history itself. */
const OF_HISTORY: ReadonlySet<string> = new Set(["checkpoint", "suggestion", "reading", "bible_extraction"]);

/** Whether subjects of a type are part of an export with the given contents. Those that are made of files need them. */
export function isExported(
  { type, files: named }: Pick<Resource<never>, "type" | "files">,
  contents: Contents,
  files: Files = "include",
): boolean {
  if (STAYING.has(type) || (files === "none" && named.length > 0)) return false;
  return contents === "history" || !OF_HISTORY.has(type);
}

/** Fields that name a sequence of the project, by the kind of their subject. */
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  checkpoint: ["seq"],
  suggestion: ["base_seq"],
  reading: ["kept_seq"],
  fact: ["source", "seq"],
};

/**
 * Numbers the sequences of a project anew, without the events that are left out. Events are told in their order, and a sequence is
 * asked about once all up to it were told.
 */
export class Renumbering {
  /** Sequences that are left out, in order. */
  readonly #gaps: number[] = [];

  leaveOut(seq: number): void {
    this.#gaps.push(seq);
  }

  /** Returns the new number of a sequence: the number of left-out events up to it is subtracted. */
  of(seq: number): number {
    return seq - firstIndex(this.#gaps, (gap) => gap > seq);
  }

  /** A change with the sequences it names numbered anew. */
  change(type: string, change: Change): Change {
    const path = SEQUENCES[type];
    if (path === undefined || change.set === undefined) return change;
    const set: Record<string, Json> = {};
    for (const [pointer, value] of Object.entries(change.set)) {
      const tokens = pointerTokens(pointer);
      const isAbove = tokens.every((token, index) => token === path[index]);
      set[pointer] = isAbove ? this.#within(value, path.slice(tokens.length)) : value;
    }
    return { ...change, set };
  }

  #within(value: Json, path: readonly string[]): Json {
    const [field, ...rest] = path;
    if (field === undefined) return typeof value === "number" ? this.of(value) : value;
    if (typeof value !== "object" || value === null || Array.isArray(value) || !(field in value)) return value;
    return { ...value, [field]: this.#within(value[field] ?? null, rest) };
  }
}

/** A state without what only a history can tell: the event that a fact follows from, and that the project was archived. */
export function withoutHistory(type: string, state: JsonObject): JsonObject {
  if (type === "project") {
    const { archived: _, ...rest } = state;
    return rest;
  }
  const source = state.source as JsonObject | undefined;
  if (type !== "fact" || source?.kind !== "event") return state;
  return { ...state, source: { kind: "client", label: null, witness_id: source.witness_id ?? null } };
}

/** A change of the project itself without its mode, which is that of the project it is imported into. */
export function withoutMode(type: string, change: Change): Change {
  return type === "project" ? mapState(change, ({ mode: _, ...state }) => state) : change;
}

/** A change of the project itself with the mode it is imported into. */
export function withMode(type: string, change: Change, mode: string): Change {
  return type === "project" ? mapState(change, (state) => ({ ...state, mode })) : change;
}

function mapState(change: Change, map: (state: JsonObject) => JsonObject): Change {
  const whole = change.set?.[""];
  if (typeof whole !== "object" || whole === null || Array.isArray(whole)) return change;
  return { ...change, set: { ...change.set, "": map(whole) } };
}

/** An id as lines name it, and back. */
export const toLineId = (id: string, projectId: string): string => (id === projectId ? THE_PROJECT : id);
export const fromLineId = (id: string, projectId: string): string => (id === THE_PROJECT ? projectId : id);
