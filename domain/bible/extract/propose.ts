import { canonicalJson } from "../../canonical-json.ts";
import { cut } from "../../code-points.ts";
import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../json.ts";
import { searchForm } from "../../search-form.ts";
import { slug } from "../../slug.ts";
import type { Steps } from "../../steps.ts";
import type { EntityDraft, Evidence, FactDraft, LinkDraft, ReadSources } from "./draft.ts";

/** Characters of the label of a fact, and of its source. */
const MOST_LABEL = 200;

/** Answers to a subject of the same name: it stays as it is, what it lacks is added, or another one is made beside it. */
export const ON_CONFLICT = ["skip", "merge", "create"] as const;
export type OnConflict = (typeof ON_CONFLICT)[number];

/** Kinds of subjects that are proposed. */
export const PROPOSED_KINDS = ["entity", "relationship", "fact"] as const;

/** Proposal of one subject, as an upsert of a world file takes it, with what says so. */
export interface Proposal {
  readonly kind: (typeof PROPOSED_KINDS)[number];
  readonly label: string;
  /** Whether the subject is new; otherwise what it lacks is added. */
  readonly is_new: boolean;
  readonly external_id: string;
  readonly body: JsonObject;
  readonly evidence: readonly Evidence[];
}

/** Entity that the project has. */
export interface KnownEntity {
  readonly external_id: string;
  readonly name: string;
  readonly properties: JsonObject;
  /** All of its names, the first one included. */
  readonly names: readonly string[];
}

/** Parts of a project that proposals are compared with. */
export interface KnownWorld {
  /** Entities that were {@link askedOf}, or more. */
  readonly entities: readonly KnownEntity[];
  /** Names, by {@link proposalKey}, of what was proposed before and rejected, or waits for an answer. */
  readonly answered: ReadonlySet<string>;
  /** Names of the rejected ones among them. */
  readonly rejected: ReadonlySet<string>;
}

/** Proposals that were made of what was read, and what needed none. */
export interface Proposals {
  readonly proposals: readonly Proposal[];
  /** Number of subjects that the project has already. */
  readonly unchanged: number;
  /** Number of subjects that were proposed before, and were rejected or still wait. */
  readonly answered_before: number;
}

/** Names, in the form that a search compares and as they are written, and external ids of entities that drafts could be about. */
export interface AskedEntities {
  readonly names: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
  readonly externalIds: ReadonlySet<string>;
}

/** Returns the entities that drafts could be about. */
export function askedOf({ entities, world }: ReadSources): AskedEntities {
  const facts = [...entities.flatMap((draft) => draft.facts), ...world];
  const names = [
    ...entities.flatMap(({ name, links }) => [name, ...links.map(({ target }) => target)]),
    ...facts.flatMap(({ about }) => about),
  ];
  return {
    names: new Set(names.map(searchForm)),
    written: new Set(names),
    externalIds: new Set(entities.map(({ key }) => idOf("note", key))),
  };
}

/**
 * Makes proposals of drafts, a draft a step. An entity of the project is never overwritten: one of the same name, or made of the same draft
 * before, gets what it lacks or nothing. The same drafts make the same external ids, so what was accepted is known by {@link withoutThere}.
 */
export function proposalsOf(read: ReadSources, known: KnownWorld, onConflict: OnConflict): Steps<Proposals> {
  return new Proposer(known, onConflict).of(read);
}

/** Returns proposals without those of relationships and facts that are there, by their external ids. */
export function withoutThere(made: Proposals, there: ReadonlySet<string>): Proposals {
  const proposals = made.proposals.filter(({ kind, external_id }) => kind === "entity" || !there.has(external_id));
  return { ...made, proposals, unchanged: made.unchanged + made.proposals.length - proposals.length };
}

class Proposer {
  readonly #known: KnownWorld;
  readonly #onConflict: OnConflict;
  readonly #byId: ReadonlyMap<string, KnownEntity>;
  /** External ids of entities by their names; null where several have one. */
  readonly #byName = new Map<string, string | null>();
  readonly #proposals: Proposal[] = [];
  readonly #made = new Set<string>();
  #unchanged = 0;
  #answered = 0;

  constructor(known: KnownWorld, onConflict: OnConflict) {
    this.#known = known;
    this.#onConflict = onConflict;
    this.#byId = new Map(known.entities.map((entity) => [entity.external_id, entity]));
    for (const { external_id, names } of known.entities) this.#name(names, external_id);
  }

  *of({ entities, world }: ReadSources): Steps<Proposals> {
    const placed: { readonly draft: EntityDraft; readonly id: string }[] = [];
    for (const draft of entities) {
      const id = this.#entity(draft);
      if (id !== null) placed.push({ draft, id });
      yield;
    }
    // Names lead to what was read before it leads to anything else of the project.
    for (const { draft, id } of placed) this.#name([draft.name, ...draft.aliases], id);
    for (const { draft, id } of placed) {
      for (const link of draft.links) this.#link(draft, id, link);
      for (const fact of draft.facts) this.#fact(fact, id);
      yield;
    }
    for (const fact of world) {
      this.#fact(fact, null);
      yield;
    }
    return { proposals: this.#proposals, unchanged: this.#unchanged, answered_before: this.#answered };
  }

  #name(names: readonly string[], id: string): void {
    for (const name of new Set(names.map(searchForm))) {
      const other = this.#byName.get(name);
      if (other === undefined) this.#byName.set(name, id);
      else if (other !== id) this.#byName.set(name, null);
    }
  }

  /**
   * Proposes an entity, or what one of the project lacks; returns the external id that it has, or null where several have the name, or
   * where it was rejected: nothing of it can be accepted.
   */
  #entity(draft: EntityDraft): string | null {
    const own = idOf("note", draft.key);
    const properties: JsonObject = { ...draft.properties };
    if (draft.aliases.length > 0) properties.aliases = [...draft.aliases];
    const same = this.#byId.get(own);
    const named = same === undefined ? this.#byName.get(searchForm(draft.name)) : undefined;
    if (named === null && this.#onConflict !== "create") {
      this.#unchanged += 1;
      return null;
    }
    const other = same ?? (named == null ? undefined : this.#byId.get(named));
    if (other !== undefined && (same !== undefined || this.#onConflict !== "create")) {
      const added = this.#onConflict === "skip" ? {} : lacking(other.properties, properties);
      if (Object.keys(added).length === 0) this.#unchanged += 1;
      else {
        const body = { external_id: other.external_id, properties: added };
        const label = `${other.name}: ${Object.keys(added).join(", ")}`;
        this.#propose({
          kind: "entity",
          label,
          is_new: false,
          external_id: other.external_id,
          body,
          evidence: [draft.evidence],
        });
      }
      return other.external_id;
    }
    const body = { external_id: own, type: draft.type, name: draft.name, properties };
    const label = `${draft.name} (${draft.type})`;
    const proposal: Proposal = {
      ...{ kind: "entity", label, is_new: true, external_id: own, body },
      evidence: [draft.evidence],
    };
    this.#propose(proposal);
    return this.#known.rejected.has(proposalKey(proposal)) ? null : own;
  }

  #link(draft: EntityDraft, source: string, { type, target, evidence }: LinkDraft): void {
    const to = this.#byName.get(searchForm(target));
    if (to == null || to === source) return;
    const external_id = idOf("link", `${source}>${type}>${to}`);
    const body = { external_id, type, source_id: { external_id: source }, target_id: { external_id: to } };
    const label = `${draft.name}: ${type} ${target}`;
    this.#propose({ kind: "relationship", label, is_new: true, external_id, body, evidence: [evidence] });
  }

  #fact({ text, about, evidence, predicate, object }: FactDraft, subject: string | null): void {
    const external_id = idOf("fact", `${subject ?? ""}\n${text}`);
    const others = [...new Set(about.flatMap((name) => this.#byName.get(searchForm(name)) ?? []))].filter(
      (id) => id !== subject,
    );
    const source = sourceOf(evidence);
    const body: JsonObject = { external_id, text, source };
    if (subject !== null) body.subject_id = { external_id: subject };
    const target = object === undefined ? undefined : this.#byName.get(searchForm(object));
    if (predicate !== undefined) body.predicate = predicate;
    if (predicate !== undefined && target != null) body.object_id = { external_id: target };
    if (others.length > 0) body.also_about = others.slice(0, 50).map((id) => ({ external_id: id }));
    this.#propose({
      kind: "fact",
      label: cut(text, MOST_LABEL),
      is_new: true,
      external_id,
      body,
      evidence: [evidence],
    });
  }

  #propose(proposal: Proposal): void {
    const key = proposalKey(proposal);
    if (this.#made.has(key)) return;
    this.#made.add(key);
    if (this.#known.answered.has(key)) this.#answered += 1;
    else this.#proposals.push(proposal);
  }
}

/** Returns the source of a fact that is said at a place. */
function sourceOf({ file, line, pointer, node_id, passage_id }: Evidence): JsonObject {
  if (node_id !== null) return { kind: "node", node_id };
  if (passage_id !== undefined) return { kind: "passage", passage_id };
  const where = line === null ? (pointer ?? "") : `:${line}`;
  return { kind: "client", label: `${file ?? ""}${where}`.slice(-MOST_LABEL).toWellFormed() || null };
}

/** Returns the name of what a proposal says, the same whenever it is made again: the record keeps no order of properties. */
export function proposalKey({
  kind,
  external_id,
  is_new,
  body,
}: Pick<Proposal, "kind" | "external_id" | "is_new" | "body">): string {
  return is_new ? `${kind} ${external_id}` : `${kind} ${external_id} ${digest(canonicalJson(body.properties ?? null))}`;
}

/** Returns properties with those that they lack of others; of lists, with what they lack. Nothing that is there is changed. */
export function withLacking(there: JsonObject, others: JsonObject): JsonObject {
  const added = Object.entries(lacking(there, others)).map(([name, value]): [string, Json] => {
    const own = there[name];
    return [name, Array.isArray(own) && Array.isArray(value) ? [...own, ...value] : value];
  });
  return { ...there, ...Object.fromEntries(added) };
}

/** Returns the properties that are not there; of lists, what they lack. */
function lacking(there: JsonObject, read: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, value]): [string, Json][] => {
      const own = there[name];
      if (own === undefined || own === null || own === "") return [[name, value]];
      if (!Array.isArray(own) || !Array.isArray(value)) return [];
      const more = value.filter((each) => !own.some((known) => jsonEqual(known, each)));
      return more.length === 0 || own.some(isJsonObject) ? [] : [[name, more]];
    }),
  );
}

/** Returns an external id that is made of a key: readable, and different for different keys. */
function idOf(kind: string, key: string): string {
  return `${kind}-${slug(key.split("\n").at(-1) ?? key, 60)}-${digest(key)}`;
}

/** Digest of a text in 16 hexadecimal digits: two FNV-1a hashes of 32 bits with different beginnings. */
function digest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193) >>> 0;
    other = Math.imul(other ^ (unit + at), 0x85ebca6b) >>> 0;
  }
  return one.toString(16).padStart(8, "0") + other.toString(16).padStart(8, "0");
}
