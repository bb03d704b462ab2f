import { addToList } from "#domain/add-to-list.ts";
import { CHILD_TIES, NAMES, PARENT_TIES, parentBy } from "#domain/canon/check-ages.ts";
import { deathsOf, isDead } from "#domain/canon/check-dead.ts";
import type { CanonRule } from "#domain/canon/finding.ts";
import { askedBy } from "#domain/canon/own-conditions.ts";
import { sinceOf } from "#domain/canon/since.ts";
import { spellings } from "#domain/canon/spellings.ts";
import {
  type AskedPairs,
  type CanonPromise,
  type CanonWorld,
  type KnownBy,
  type StoryPlace,
  valueAt,
} from "#domain/canon/world.ts";
import type { Where } from "../../record/resource.ts";
import { type EntityVersion, entityResource, type RelationshipVersion } from "../entities/public.ts";
import { type FactVersion, factResource } from "../facts/public.ts";
import type { AudienceSpans, CanonSource } from "./source.ts";

/** Part of a project that has been read for some subjects and rules, and what is known of its past. */
class ReadWorld implements CanonWorld {
  readonly pairs: AskedPairs | null;
  readonly #entities = new Map<string, EntityVersion>();
  readonly #facts = new Map<string, FactVersion>();
  readonly #ties = new Map<string, RelationshipVersion>();
  #about = new Map<string, FactVersion[]>();
  #toward = new Map<string, FactVersion[]>();
  #tiesOf = new Map<string, RelationshipVersion[]>();
  storyPlaces: ReadonlyMap<string, StoryPlace> = new Map();
  readonly promises = new Map<string, CanonPromise>();
  audiences: AudienceSpans = new Map();
  readonly factPast = new Map<string, FactVersion[]>();
  readonly entityPast = new Map<string, EntityVersion[]>();

  constructor(pairs: AskedPairs | null) {
    this.pairs = pairs;
  }

  addEntities(some: readonly EntityVersion[]): void {
    for (const each of some) this.#entities.set(each.id, each);
  }

  addFacts(some: readonly FactVersion[]): void {
    for (const each of some) this.#facts.set(each.id, each);
    const all = [...this.#facts.values()].sort(byCreation);
    this.#about = new Map();
    this.#toward = new Map();
    for (const each of all) {
      if (each.subject_id !== null) addToList(this.#about, each.subject_id, each);
      if (each.object_id !== null) addToList(this.#toward, each.object_id, each);
    }
  }

  addTies(some: readonly RelationshipVersion[]): void {
    for (const each of some) this.#ties.set(each.id, each);
    this.#tiesOf = new Map();
    for (const each of [...this.#ties.values()].sort(byCreation)) {
      addToList(this.#tiesOf, each.source_id, each);
      if (each.target_id !== each.source_id) addToList(this.#tiesOf, each.target_id, each);
    }
  }

  entity(id: string): EntityVersion | undefined {
    return this.#entities.get(id);
  }

  fact(id: string): FactVersion | undefined {
    return this.#facts.get(id);
  }

  about(id: string): readonly FactVersion[] {
    return this.#about.get(id) ?? [];
  }

  toward(id: string): readonly FactVersion[] {
    return this.#toward.get(id) ?? [];
  }

  ties(id: string): readonly RelationshipVersion[] {
    return this.#tiesOf.get(id) ?? [];
  }

  facts(): FactVersion[] {
    return [...this.#facts.values()];
  }

  storyOf(factId: string): StoryPlace | null {
    const source = this.#facts.get(factId)?.source;
    if (source?.kind !== "passage") return null;
    const { passage_id } = source;
    return this.storyPlaces.get(passage_id) ?? { passage_id, chapter_id: null, order: null };
  }

  promise(id: string): CanonPromise | undefined {
    return this.promises.get(id);
  }

  audiencesAt(id: string, seq: number): readonly string[] {
    const spans = this.audiences.get(id);
    if (spans === undefined) return [id];
    return [...spans].flatMap(([each, some]) => (some.some(([from, to]) => from <= seq && seq <= to) ? each : []));
  }

  knownAt(factId: string, seq: number): KnownBy {
    const then = this.factPast.get(factId)?.find((each) => each.valid_from_seq <= seq && seq <= each.valid_to_seq);
    return (then ?? this.#facts.get(factId))?.known_by ?? [];
  }

  factSince(id: string): number {
    const fact = this.#facts.get(id);
    if (fact === undefined) return Number.POSITIVE_INFINITY;
    const past = this.factPast.get(id);
    if (past === undefined) return fact.valid_from_seq;
    const says = (version: FactVersion) =>
      version.subject_id === fact.subject_id && version.predicate === fact.predicate && version.superseded_by === null;
    return sinceOf(past.map((version) => ({ ...spanOf(version), says: says(version) }))) ?? fact.valid_from_seq;
  }

  toldSince(id: string, knower: string, teller: string): number {
    const fact = this.#facts.get(id);
    if (fact === undefined) return Number.POSITIVE_INFINITY;
    const past = this.factPast.get(id);
    if (past === undefined) return fact.valid_from_seq;
    const says = ({ told }: FactVersion) => told[knower]?.from === teller;
    return sinceOf(past.map((version) => ({ ...spanOf(version), says: says(version) }))) ?? fact.valid_from_seq;
  }

  propertySince(id: string, path: string, values: readonly string[]): number {
    const entity = this.#entities.get(id);
    if (entity === undefined) return Number.POSITIVE_INFINITY;
    const past = this.entityPast.get(id);
    if (past === undefined) return entity.valid_from_seq;
    const says = ({ properties }: EntityVersion) => isDead(valueAt(properties, path), values);
    return sinceOf(past.map((version) => ({ ...spanOf(version), says: says(version) }))) ?? entity.valid_from_seq;
  }
}

const byCreation = (a: { created_seq: number; id: string }, b: { created_seq: number; id: string }): number =>
  a.created_seq - b.created_seq || (a.id < b.id ? -1 : 1);

const spanOf = ({ valid_from_seq, valid_to_seq }: { valid_from_seq: number; valid_to_seq: number }) => ({
  valid_from_seq,
  valid_to_seq,
});

/** Predicates whose facts about an entity a rule reads; null for none. */
function readAbout(rule: CanonRule): readonly string[] {
  switch (rule.kind) {
    case "dead_do_not_act":
      return [...spellings(rule.predicates)];
    case "one_value":
      return [...spellings(rule.predicates)];
    case "names_and_ages":
      return [...spellings(rule.predicates), ...NAMES];
    case "own":
      return askedBy(rule.conditions).predicates;
    default:
      return [];
  }
}

/**
 * Reads what rules ask about some subjects, entities and facts: a few statements, however many subjects there are.
 *
 * @param asked the pairs that are looked at; all when absent.
 */
export async function readCanonWorld(
  source: CanonSource,
  rules: readonly CanonRule[],
  units: readonly string[],
  asked: AskedPairs | null = null,
): Promise<CanonWorld> {
  const world = new ReadWorld(asked);
  const entities = units.filter((id) => id.startsWith("ent_"));
  const factIds = units.filter((id) => id.startsWith("fact_"));
  const has = (kind: CanonRule["kind"]) => rules.some((rule) => rule.kind === kind);
  const asksTellings = has("dead_do_not_act") || has("knows_what_was_told");
  const ids = (where: Where) => Object.values(where).every((each) => each === null || each.length > 0);
  const facts = async (where: Where) => (ids(where) ? source.facts(where) : []);
  const ties = async (where: Where) => (ids(where) ? source.ties(where) : []);
  const tellingFacts = asksTellings ? await facts({ id: factIds }) : [];
  const tellers = tellingFacts.flatMap((each) =>
    Object.entries(each.told).flatMap(([id, { from }]) => (from === null ? [] : [id, from])),
  );
  const subjects = has("dead_do_not_act") ? [...new Set([...entities, ...tellers])] : entities;
  const holding = rules
    .filter(({ kind }) => kind === "one_holder")
    .flatMap(({ predicates }) => [...spellings(predicates)]);
  const asksTies = rules.some((rule) => rule.kind === "own" && askedBy(rule.conditions).ties);
  const [own, about, toward, heldTies, parents, children, ownTies] = await Promise.all([
    entities.length + tellers.length === 0 ? [] : source.entities([...new Set([...entities, ...tellers])]),
    facts({ subject_id: subjects, predicate: [...new Set(rules.flatMap(readAbout))] }),
    facts({ object_id: entities, predicate: holding }),
    ties({ target_id: entities, type: holding }),
    has("names_and_ages") ? ties({ target_id: entities, type: [...PARENT_TIES] }) : [],
    has("names_and_ages") ? ties({ source_id: entities, type: [...CHILD_TIES] }) : [],
    asksTies ? ties({ source_id: entities }) : [],
  ]);
  world.addEntities(own);
  world.addFacts([...tellingFacts, ...about, ...toward]);
  world.addTies([...heldTies, ...parents, ...children, ...ownTies]);
  await readActs(source, rules, world, entities);
  const holders = holdersOfShared(entities, toward, heldTies);
  const parentIds = [...parents.map(({ source_id }) => source_id), ...children.map(({ target_id }) => target_id)];
  const more = [...new Set([...holders, ...parentIds])].filter((id) => world.entity(id) === undefined);
  const [others, heldFacts, heldBy] = await Promise.all([
    more.length === 0 ? [] : source.entities(more),
    facts({ object_id: holders, predicate: holding }),
    ties({ target_id: holders, type: holding }),
  ]);
  world.addEntities(others);
  if (heldFacts.length > 0) world.addFacts(heldFacts);
  if (heldBy.length > 0) world.addTies(heldBy);
  const told = tellingFacts.flatMap((each) => Object.values(each.told).flatMap(({ from }) => from ?? []));
  if (told.length > 0 && has("knows_what_was_told")) world.audiences = await source.audienceSpans(told);
  const passages = world.facts().flatMap((each) => (each.source.kind === "passage" ? each.source.passage_id : []));
  if (passages.length > 0) world.storyPlaces = await source.storyPlaces(passages);
  if (has("promise_kept")) await readPromises(source, world, units);
  await readPast(source, rules, world, [...new Set([...subjects])]);
  return world;
}

/** Reads promises that are still to be kept, and those whom they are about. */
async function readPromises(source: CanonSource, world: ReadWorld, units: readonly string[]): Promise<void> {
  const asked = new Set(units.filter((id) => id.startsWith("seed_")));
  if (asked.size === 0) return;
  const open = (await source.promises()).filter(({ seed }) => asked.has(seed.id));
  for (const { seed, standing, due } of open) {
    const { id, entity_ids, valid_from_seq } = seed;
    world.promises.set(id, { id, entity_ids, valid_from_seq, reached: standing === "reached" ? due : null });
  }
  const about = [...new Set(open.flatMap(({ seed }) => seed.entity_ids))].filter(
    (id) => world.entity(id) === undefined,
  );
  if (about.length > 0) world.addEntities(await source.entities(about));
}

/** Reads what the dead did: most entities are not, and nothing more is read of them. */
async function readActs(
  source: CanonSource,
  rules: readonly CanonRule[],
  world: ReadWorld,
  entities: readonly string[],
): Promise<void> {
  const dead = rules.filter(({ kind }) => kind === "dead_do_not_act");
  const gone = entities.filter((id) => dead.some((rule) => deathsOf(rule, id, world).length > 0));
  const acts = [...new Set(dead.flatMap((rule) => [...spellings(rule.acts)]))];
  if (gone.length === 0 || acts.length === 0) return;
  world.addFacts(await source.facts({ subject_id: gone, predicate: acts }));
}

/** Entities that hold an item which another one holds too. */
function holdersOfShared(
  items: readonly string[],
  facts: readonly FactVersion[],
  ties: readonly RelationshipVersion[],
): string[] {
  const holders = new Map<string, Set<string>>(items.map((id) => [id, new Set()]));
  for (const { object_id, subject_id } of facts) if (subject_id !== null) holders.get(object_id ?? "")?.add(subject_id);
  for (const { target_id, source_id } of ties) holders.get(target_id)?.add(source_id);
  return [...new Set([...holders.values()].flatMap((each) => (each.size > 1 ? [...each] : [])))];
}

/** Reads since when deaths and tellings are recorded, where their subjects were changed since they were made. */
async function readPast(
  source: CanonSource,
  rules: readonly CanonRule[],
  world: ReadWorld,
  subjects: readonly string[],
): Promise<void> {
  const dead = rules.filter(({ kind }) => kind === "dead_do_not_act");
  const asksTellings = dead.length > 0 || rules.some(({ kind }) => kind === "knows_what_was_told");
  const isChanged = ({ valid_from_seq, created_seq }: { valid_from_seq: number; created_seq: number }) =>
    valid_from_seq !== created_seq;
  const deaths = spellings(dead.flatMap(({ predicates }) => predicates));
  const facts = world
    .facts()
    .filter(
      (fact) =>
        isChanged(fact) &&
        (deaths.has(fact.predicate ?? "") ||
          (asksTellings && Object.values(fact.told).some(({ from }) => from !== null))),
    );
  const gone = subjects.flatMap((id) => {
    const entity = world.entity(id);
    if (entity === undefined || !isChanged(entity)) return [];
    const isGone = dead.some(
      ({ property, values }) => property !== null && isDead(valueAt(entity.properties, property), values),
    );
    return isGone ? [id] : [];
  });
  const [factPast, entityPast] = await Promise.all([
    source.history(
      factResource,
      facts.map(({ id }) => id),
    ),
    source.history(entityResource, gone),
  ]);
  for (const version of factPast as FactVersion[]) addToList(world.factPast, version.id, version);
  for (const version of entityPast as EntityVersion[]) addToList(world.entityPast, version.id, version);
}

/**
 * Returns the subjects at which rules are to be checked because some have changed: the changed ones, what the changed ones hold, and their
 * children.
 */
export async function subjectsToCheck(
  source: CanonSource,
  rules: readonly CanonRule[],
  changed: readonly string[],
): Promise<string[]> {
  const entities = changed.filter((id) => id.startsWith("ent_"));
  const holding = rules
    .filter(({ kind }) => kind === "one_holder")
    .flatMap(({ predicates }) => [...spellings(predicates)]);
  const asksAges = rules.some(({ kind }) => kind === "names_and_ages");
  if (entities.length === 0 || (holding.length === 0 && !asksAges)) return [...new Set(changed)];
  const [facts, held, parents, children] = await Promise.all([
    holding.length === 0 ? [] : source.facts({ subject_id: entities, predicate: holding }),
    holding.length === 0 ? [] : source.ties({ source_id: entities, type: holding }),
    asksAges ? source.ties({ source_id: entities, type: [...PARENT_TIES] }) : [],
    asksAges ? source.ties({ target_id: entities, type: [...CHILD_TIES] }) : [],
  ]);
  return [
    ...new Set([
      ...changed,
      ...facts.flatMap(({ object_id }) => object_id ?? []),
      ...held.map(({ target_id }) => target_id),
      ...[...parents, ...children].flatMap((tie) =>
        [tie.source_id, tie.target_id].filter((id) => parentBy(tie, id) !== null),
      ),
    ]),
  ];
}
