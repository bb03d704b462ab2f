import { jsonEqual } from "../json.ts";
import { CHILD_TIES, NAMES, PARENT_TIES } from "./check-ages.ts";
import { isDead } from "./check-dead.ts";
import type { CanonRule } from "./finding.ts";
import { askedBy, pathsAsked } from "./own-conditions.ts";
import { spellings } from "./spellings.ts";
import { type CanonEntity, type CanonFact, type CanonTie, valueAt } from "./world.ts";

/** A change of one subject, as it was and as it is; null for what did not exist, or does not any more. */
export type CanonChange =
  | { readonly type: "fact"; readonly id: string; readonly before: FactState | null; readonly after: FactState | null }
  | {
      readonly type: "entity";
      readonly id: string;
      readonly before: EntityState | null;
      readonly after: EntityState | null;
    }
  | {
      readonly type: "relationship";
      readonly id: string;
      readonly before: TieState | null;
      readonly after: TieState | null;
    };

type FactState = Pick<CanonFact, "subject_id" | "predicate" | "object_id" | "told"> & {
  readonly superseded_by: string | null;
  readonly superseded_mode: string | null;
};
type EntityState = Pick<CanonEntity, "properties" | "parent_id" | "name" | "type">;
type TieState = Pick<CanonTie, "type" | "source_id" | "target_id">;

/** A rule with the spellings of what it looks for, made once. */
export class Triggers {
  readonly rule: CanonRule;
  readonly #predicates: ReadonlySet<string>;
  readonly #acts: ReadonlySet<string>;
  readonly #paths: readonly string[];
  readonly #asksTies: boolean;

  constructor(rule: CanonRule) {
    this.rule = rule;
    const own = askedBy(rule.conditions);
    this.#predicates =
      rule.kind === "own"
        ? new Set(own.predicates)
        : new Set([...spellings(rule.predicates), ...(rule.kind === "names_and_ages" ? NAMES : [])]);
    this.#acts = spellings(rule.acts);
    this.#paths = rule.kind === "own" ? pathsAsked(rule.conditions) : rule.kind === "names_and_ages" ? YEARS : [];
    this.#asksTies = own.ties;
  }

  /**
   * Returns the subjects at which a change may break the rule; none for a change that cannot. What makes a world simpler never breaks a
   * rule, so nothing is looked up for it: but a deletion may, where something else held only beside it.
   */
  unitsOf(change: CanonChange): string[] {
    if (change.type === "fact") return this.#ofFact(change);
    return change.type === "entity" ? this.#ofEntity(change) : this.#ofTie(change);
  }

  #ofFact({ id, before, after }: CanonChange & { readonly type: "fact" }): string[] {
    const { kind } = this.rule;
    const states = [before, after].filter((state) => state !== null);
    // Another fact may hold again where this one went.
    const isGone = after === null;
    const names = (state: FactState) => isGone || this.#predicates.has(state.predicate ?? "");
    const subjects = states.filter(names).flatMap(({ subject_id }) => subject_id ?? []);
    const objects = states.filter(names).flatMap(({ object_id }) => object_id ?? []);
    switch (kind) {
      case "dead_do_not_act": {
        const acting = states.filter((state) => names(state) || this.#acts.has(state.predicate ?? ""));
        const told = hasTellers(after) ? [id] : [];
        return [...told, ...acting.flatMap(({ subject_id }) => subject_id ?? [])];
      }
      case "knows_what_was_told":
        return hasTellers(after) ? [id] : [];
      case "one_holder":
        return [...subjects, ...objects];
      default:
        return subjects;
    }
  }

  #ofEntity({ id, before, after }: CanonChange & { readonly type: "entity" }): string[] {
    if (after === null) return [];
    const { kind, property, values } = this.rule;
    const isNew = before === null || before.type !== after.type;
    switch (kind) {
      case "dead_do_not_act":
        return property !== null && isDead(valueAt(after.properties, property), values) && isNew ? [id] : [];
      case "one_holder":
        return isNew || before.parent_id !== after.parent_id ? [id] : [];
      case "names_and_ages":
        return isNew || before.name !== after.name || this.#isChanged(before, after) ? [id] : [];
      case "own":
        return isNew || this.#isChanged(before, after) ? [id] : [];
      default:
        return isNew && before !== null ? [id] : [];
    }
  }

  #ofTie({ before, after }: CanonChange & { readonly type: "relationship" }): string[] {
    const { kind } = this.rule;
    const states = [before, after].filter((state) => state !== null);
    switch (kind) {
      case "one_holder":
        return states.flatMap(({ type, source_id, target_id }) =>
          this.#predicates.has(type) ? [source_id, target_id] : [],
        );
      case "names_and_ages":
        return states.flatMap(({ type, source_id, target_id }) =>
          PARENT_TIES.has(type) || CHILD_TIES.has(type) ? [source_id, target_id] : [],
        );
      case "own":
        return this.#asksTies ? states.map(({ source_id }) => source_id) : [];
      default:
        return [];
    }
  }

  #isChanged(before: EntityState, after: EntityState): boolean {
    return this.#paths.some(
      (path) => !jsonEqual(valueAt(before.properties, path) ?? null, valueAt(after.properties, path) ?? null),
    );
  }
}

const YEARS = ["born", "died", "age"];

const hasTellers = (state: Pick<FactState, "told"> | null): boolean =>
  state !== null && Object.values(state.told).some(({ from }) => from !== null);
