import type { Change } from "#domain/change/change.ts";
import { pointerTokens } from "#domain/change/pointer.ts";
import { firstIndex } from "#domain/first-index.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import type { Resource } from "../../../record/resource.ts";
import { type Contents, type Files, THE_PROJECT } from "./lines.ts";

/**
 * Types of subjects that are never exported: they send requests elsewhere, hold secrets, what is sealed for this project or what
 * another project says, or belong to the work of a model or a player. Feedback names players, sessions and versions of this project.
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
  "link_change",
]);
/** Kinds that are about the history itself. */
const OF_HISTORY: ReadonlySet<string> = new Set(
  "checkpoint suggestion reading bible_extraction player_events".split(" "),
);

/** Whether subjects of a type are part of an export with the given contents. Those that are made of files need them. */
export function isExported(
  { type, files: named }: Pick<Resource<never>, "type" | "files">,
  contents: Contents,
  files: Files = "include",
): boolean {
  if (STAYING.has(type) || (files === "none" && named.length > 0)) return false;
  return contents === "history" || !OF_HISTORY.has(type);
}

/** Every entry of a list, or of a map, on the path of a field. */
const EACH = "*";

/**
 * Paths of the fields that name a sequence of the project, by the kind of their subject. Sequences of links, and of what they brought, are
 * those of another project and stay.
 */
const SEQUENCES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  checkpoint: [["seq"]],
  suggestion: [["base_seq"], ["parts", EACH, "operations", EACH, "base_seq"]],
  reading: [["kept_seq"]],
  fact: [["source", "seq"]],
  seed: [
    ["planted", EACH, "seq"],
    ["due", "seq"],
    ["payoff", "seq"],
  ],
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
    const paths = SEQUENCES[type];
    if (paths === undefined || change.set === undefined) return change;
    const set: Record<string, Json> = {};
    for (const [pointer, value] of Object.entries(change.set)) {
      const tokens = pointerTokens(pointer);
      const within = paths.filter((path) => tokens.every((token, at) => path[at] === EACH || token === path[at]));
      set[pointer] = within.reduce((changed, path) => this.#within(changed, path.slice(tokens.length)), value);
    }
    return { ...change, set };
  }

  /** Data of an event, with the commit that it takes back numbered anew. */
  data(data: JsonObject): JsonObject {
    return typeof data.takes_back === "number" ? { ...data, takes_back: this.of(data.takes_back) } : data;
  }

  #within(value: Json, path: readonly string[]): Json {
    const [field, ...rest] = path;
    if (field === undefined) return typeof value === "number" ? this.of(value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return field === EACH ? value.map((entry) => this.#within(entry, rest)) : value;
    const fields = field === EACH ? Object.keys(value) : field in value ? [field] : [];
    return { ...value, ...Object.fromEntries(fields.map((each) => [each, this.#within(value[each] ?? null, rest)])) };
  }
}

/**
 * A state without what only a history can tell: the event that a fact follows from, those at which a promise is made and kept, and that the
 * project was archived.
 */
export function withoutHistory(type: string, state: JsonObject): JsonObject {
  if (type === "project") {
    const { archived: _, ...rest } = state;
    return rest;
  }
  if (type === "seed") {
    const isEvent = (place: Json | undefined) => (place as JsonObject | null)?.kind === "event";
    const planted = (state.planted as Json[]).filter((place) => !isEvent(place));
    const [due, payoff] = [state.due, state.payoff].map((place) => (isEvent(place) ? null : place));
    return { ...state, planted, due: due ?? null, payoff: payoff ?? null };
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
