import { jsonEqual } from "#domain/json.ts";
import type { FactSource, KnownBy, Telling } from "#drizzle/schema/facts.ts";
import { newId } from "../../kernel/ids.ts";
import { aboveMaximum, invalidValue } from "../../kernel/problem.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import { sentFields } from "../../kernel/sent-fields.ts";
import { requireFields, type UpsertOptions, type UpsertResult, upsertNamed } from "../../operation/upsert.ts";
import { byColumn, byId, type LookUp } from "../../record/look-up.ts";
import { type RecordView, stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { nodeResource } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { type FactState, type FactVersion, factResource } from "./fact.ts";
import { requireEntities } from "./require-entities.ts";
import { knowersWith } from "./run-facts.ts";
import type { FactPatchFields, FactUpsert } from "./schemas.ts";

type Loc = readonly (string | number)[];

/** Fields that no caller sets. */
type ServiceField = "told" | "brought" | "superseded_by" | "superseded_reason" | "superseded_mode";

/** A fact to be; what is left out is as the record's defaults have it. */
export type NewFact = Pick<FactState, "text"> & {
  readonly [Field in Exclude<keyof FactState, "text" | ServiceField>]?: FactState[Field] | undefined;
} & {
  /** Made for it where it is left out. */
  readonly id?: string | undefined;
};

/** Source of what a fact names: the record as it is being written, or as a playthrough has it. */
export type NamedIn = Pick<RecordView, "load"> & { readonly seq: number };

const FROM_A_CLIENT: FactSource = { kind: "client", label: null, witness_id: null };

/** The entities that a fact names. */
export function entitiesOf(fact: {
  subject_id?: string | null | undefined;
  object_id?: string | null | undefined;
  also_about?: readonly string[] | undefined;
  known_by?: KnownBy | undefined;
  source?: { witness_id: string | null } | undefined;
}): string[] {
  const listed = Array.isArray(fact.known_by) ? fact.known_by : [];
  const named = [fact.subject_id, fact.object_id, fact.source?.witness_id, ...(fact.also_about ?? []), ...listed];
  return named.filter((id): id is string => id != null);
}

/** Returns the first look-ups of one fact's write: the changed fact, and the entities that are sent. */
export function factLookUps(
  body: Parameters<typeof entitiesOf>[0] & { external_id?: string | null | undefined },
  id?: string,
): LookUp[] {
  return [
    byId(factResource, [id]),
    byColumn(factResource, "external_id", [body.external_id]),
    byId(entityResource, entitiesOf(body)),
  ];
}

/** The state of a fact to be. */
export function newState(fact: NewFact): FactState {
  return {
    external_id: fact.external_id ?? null,
    subject_id: fact.subject_id ?? null,
    also_about: [...new Set(fact.also_about ?? [])],
    predicate: fact.predicate ?? null,
    object_id: fact.object_id ?? null,
    text: fact.text,
    source: fact.source ?? FROM_A_CLIENT,
    confidence: fact.confidence ?? 1,
    content_tags: [...(fact.content_tags ?? [])],
    known_by: knowers(fact.known_by ?? EVERYONE),
    secret: fact.secret ?? false,
    told: {},
    brought: null,
    superseded_by: null,
    superseded_reason: null,
    superseded_mode: null,
  };
}

/** Creates one fact in the unit of work and answers its id. What it names has to be there. */
export async function createIn(record: UnitOfWork, fact: NewFact, now: number, loc: Loc = ["body"]): Promise<string> {
  const state = newState(fact);
  await requireNamed(record, null, state, loc);
  if (fact.id !== undefined) await record.requireUnused(factResource, [fact.id]);
  const id = fact.id ?? newId("fact", now);
  record.create(factResource, id, state, { loc: [...loc] });
  return id;
}

/** Creates or changes a fact in the unit of work, named by its external id. What it names has to be there. */
export async function upsertIn(
  record: UnitOfWork,
  body: FactUpsert,
  options: UpsertOptions & { now: number },
): Promise<UpsertResult> {
  const { now, loc = ["body"] } = options;
  const { base_seq: baseSeq, ...sent } = body;
  return upsertNamed(record, factResource, body, options, {
    create: () => createIn(record, { ...sent, ...requireFields({ text: sent.text }, body, loc) }, now, loc),
    change: (version) => patchIn(record, version, sent, { baseSeq, loc }),
  });
}

/** Applies a patch to a loaded fact in the unit of work; answers whether it changes anything. */
export async function patchIn(
  record: UnitOfWork,
  version: FactVersion,
  patch: FactPatchFields,
  { baseSeq, loc = ["body"], baseLoc = loc }: { baseSeq: number | undefined; loc?: Loc; baseLoc?: Loc },
): Promise<boolean> {
  const state = stateOf(factResource, version);
  const next: FactState = { ...state, ...sentFields(patch) };
  next.also_about = [...new Set(next.also_about)];
  next.known_by = knowers(next.known_by);
  next.told = toldTo(next.known_by, next.told);
  await requireNamed(record, state, next, loc);
  record.update(factResource, version, next, { loc: [...loc] });
  if (baseSeq !== undefined) {
    await record.requireNoConflict(factResource, version.id, baseSeq, { from: state, loc: [...baseLoc] });
  }
  return !jsonEqual(state, next);
}

/** Tells entities a fact in the unit of work, or says anew how they came to know it; answers whether that changes anything. */
export async function tellIn(
  record: UnitOfWork,
  version: FactVersion,
  { to, how, from }: Telling & { readonly to: readonly string[] },
  loc: Loc = ["body"],
): Promise<boolean> {
  const state = stateOf(factResource, version);
  await requireKnowers(record, state, { to, from }, loc);
  const known_by = knowersWith(state.known_by, to);
  const told = { ...state.told, ...Object.fromEntries(to.map((id) => [id, { how, from }])) };
  const next: FactState = { ...state, known_by, told };
  record.update(factResource, version, next, { verb: "told", loc: [...loc] });
  return !jsonEqual(state, next);
}

/** Refuses to tell a fact to whom there is not, unless they know it, and from whom there is not. */
export async function requireKnowers(
  record: NamedIn,
  { known_by }: Pick<FactState, "known_by">,
  { to, from }: { readonly to: readonly string[]; readonly from: string | null },
  loc: Loc = ["body"],
): Promise<void> {
  const known = new Set(known_by === EVERYONE ? [] : known_by);
  await requireEntities(record, [
    ...to.flatMap((id, index) => (known.has(id) ? [] : [{ id, loc: [...loc, "to", index] }])),
    ...(from === null ? [] : [{ id: from, loc: [...loc, "from"] }]),
  ]);
}

/** Takes back in the unit of work that entities were told a fact; answers whether that changes anything. */
export function untellIn(
  record: UnitOfWork,
  version: FactVersion,
  to: readonly string[],
  loc: Loc = ["body"],
): boolean {
  const state = stateOf(factResource, version);
  const gone = new Set(to);
  const known_by = state.known_by === EVERYONE ? EVERYONE : state.known_by.filter((id) => !gone.has(id));
  const told = Object.fromEntries(Object.entries(state.told).filter(([id]) => !gone.has(id)));
  const next: FactState = { ...state, known_by, told };
  record.update(factResource, version, next, { verb: "untold", loc: [...loc] });
  return !jsonEqual(state, next);
}

/** Returns how those came to know it that still know. */
function toldTo(knownBy: KnownBy, told: FactState["told"]): FactState["told"] {
  if (knownBy === EVERYONE) return told;
  const known = new Set(knownBy);
  return Object.fromEntries(Object.entries(told).filter(([id]) => known.has(id)));
}

/** Each who knows it once. */
function knowers(knownBy: KnownBy): KnownBy {
  return knownBy === EVERYONE ? EVERYONE : [...new Set(knownBy)];
}

/** Refuses names of what is not there, where a state names what the one before it did not. */
export async function requireNamed(
  record: NamedIn,
  before: FactState | null,
  after: FactState,
  loc: Loc,
): Promise<void> {
  const known = new Set(before === null ? [] : entitiesOf(before));
  const at = (id: string | null, ...place: (string | number)[]) =>
    id === null || known.has(id) ? [] : [{ id, loc: [...loc, ...place] }];
  const listed = after.known_by === EVERYONE ? [] : after.known_by;
  await requireEntities(record, [
    ...at(after.subject_id, "subject_id"),
    ...at(after.object_id, "object_id"),
    ...after.also_about.flatMap((id, index) => at(id, "also_about", index)),
    ...listed.flatMap((id, index) => at(id, "known_by", index)),
    ...at(after.source.witness_id, "source", "witness_id"),
  ]);
  await requireSource(record, before?.source ?? null, after.source, [...loc, "source"]);
}

async function requireSource(record: NamedIn, before: FactSource | null, after: FactSource, loc: Loc): Promise<void> {
  if (after.kind === "event" && after.seq > record.seq && !(before?.kind === "event" && before.seq === after.seq)) {
    throw aboveMaximum([...loc, "seq"], after.seq, record.seq);
  }
  if (after.kind !== "node" || (before?.kind === "node" && before.node_id === after.node_id)) return;
  if ((await record.load(nodeResource, [after.node_id])).size > 0) return;
  throw invalidValue([...loc, "node_id"], "no such node in this project", after.node_id);
}
