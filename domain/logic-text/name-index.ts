import { addToList } from "../add-to-list.ts";
import type { VariableType } from "../dialogue/wire.ts";
import { nearestName } from "../nearest-name.ts";
import { searchForm } from "../search-form.ts";
import { isReserved } from "./grammar.ts";
import { quotedName } from "./tokens.ts";

/** Subject that conditions and changes name. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
}

export interface NamedVariable extends NamedThing {
  readonly type: VariableType;
  readonly enum_values: readonly string[];
}

/** Subjects that can be named. Nodes and branches are places. */
export interface LogicNames {
  readonly variables: Iterable<NamedVariable>;
  readonly places: Iterable<NamedThing>;
  readonly entities: Iterable<NamedThing>;
  /** Facts by their words; absent for none. */
  readonly facts?: Iterable<NamedThing>;
  readonly quests?: Iterable<NamedThing>;
  /** Objectives and stages of quests, by their words. */
  readonly objectives?: Iterable<NamedThing>;
  readonly stages?: Iterable<NamedThing>;
}

export type NameKind = "variable" | "place" | "entity" | "fact" | "quest" | "objective" | "stage";

/** Result of looking a name up. */
export type NameMatch =
  | { readonly id: string }
  | { readonly problem: "unknown"; readonly near: string | null }
  | { readonly problem: "several"; readonly written: readonly string[] };

const PLAIN = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;
const PLAIN_ID = /^[A-Za-z0-9_]+$/;
/** Length of the part of an id that tells subjects with one name apart. */
const TAG_LENGTH = 4;

/**
 * Index of names: how each subject is written, and which subject a written name means. An unknown subject is written by
 * its id.
 */
export class NameIndex {
  readonly variables: readonly NamedVariable[];
  readonly #names: Readonly<Record<NameKind, ReadonlyMap<string, string>>>;
  readonly #ids: Readonly<Record<NameKind, ReadonlyMap<string, readonly string[]>>>;

  constructor({ variables, places, entities, facts = [], quests = [], objectives = [], stages = [] }: LogicNames) {
    this.variables = [...variables];
    const all = {
      ...{ variable: this.variables, place: [...places], entity: [...entities], fact: [...facts] },
      ...{ quest: [...quests], objective: [...objectives], stage: [...stages] },
    };
    this.#names = byKind((kind) => new Map(all[kind].map(({ id, name }) => [id, name])));
    this.#ids = byKind((kind) => {
      const ids = new Map<string, string[]>();
      for (const { id, name } of all[kind]) addToList(ids, name, id);
      return ids;
    });
  }

  /** Things of a kind by id. */
  all(kind: NameKind): ReadonlyMap<string, string> {
    return this.#names[kind];
  }

  /** Returns this index with further variables. */
  with(variables: readonly NamedVariable[]): NameIndex {
    const thingsOf = (kind: NameKind) => [...this.#names[kind]].map(([id, name]) => ({ id, name }));
    return new NameIndex({
      variables: [...this.variables, ...variables],
      ...{ places: thingsOf("place"), entities: thingsOf("entity"), facts: thingsOf("fact") },
      ...{ quests: thingsOf("quest"), objectives: thingsOf("objective"), stages: thingsOf("stage") },
    });
  }

  has(kind: NameKind, id: string): boolean {
    return this.#names[kind].has(id);
  }

  /**
   * Returns the written name of a subject. The tag of one that shares its name is the end of its id, which stays the
   * same whatever is added beside it.
   */
  written(kind: NameKind, id: string): string {
    const name = this.#names[kind].get(id);
    if (name === undefined || name === "") return byId(id);
    const plain = PLAIN.test(name) && !isReserved(name) ? name : quotedName(name);
    const same = this.#ids[kind].get(name) ?? [];
    if (same.length < 2) return plain;
    const tag = id.slice(-TAG_LENGTH);
    const isTold = PLAIN_ID.test(tag) && same.filter((each) => each.endsWith(tag)).length === 1;
    return isTold ? `${plain}#${tag}` : byId(id);
  }

  /** Returns the written name of a quest, or of an entity where a quest could stand: one that a quest is called like is written by its id. */
  writtenTracked(id: string): string {
    if (this.has("quest", id)) return this.written("quest", id);
    const name = this.#names.entity.get(id);
    const like = name === undefined ? null : this.find("quest", name, null);
    return like === null || ("problem" in like && like.problem === "unknown") ? this.written("entity", id) : byId(id);
  }

  /** Finds the subject of a name, with its tag if it has one. */
  find(kind: NameKind, name: string, tag: string | null): NameMatch {
    const ids = this.#ids[kind].get(name) ?? this.#likeIt(kind, name);
    const meant = tag === null ? ids : ids.filter((id) => id.endsWith(tag));
    const [id] = meant;
    if (id === undefined) return { problem: "unknown", near: nearestName(name, this.#ids[kind].keys()) };
    if (meant.length > 1) return { problem: "several", written: meant.map((each) => this.written(kind, each)) };
    return { id };
  }

  /** The one thing whose name differs in case or accents alone. */
  #likeIt(kind: NameKind, name: string): readonly string[] {
    const wanted = searchForm(name);
    const like = [...this.#ids[kind]].filter(([each]) => searchForm(each) === wanted);
    return like.length === 1 ? (like[0]?.[1] ?? []) : [];
  }
}

const byId = (id: string): string => `#${PLAIN_ID.test(id) ? id : quotedName(id)}`;

function byKind<T>(make: (kind: NameKind) => T): Readonly<Record<NameKind, T>> {
  return {
    ...{ variable: make("variable"), place: make("place"), entity: make("entity"), fact: make("fact") },
    ...{ quest: make("quest"), objective: make("objective"), stage: make("stage") },
  };
}
