import { sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import { brokenLimits, type ContentLimits } from "#domain/content-limits.ts";
import { lexemes } from "#domain/lexemes.ts";
import { namesOf } from "#domain/names-of.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { textArray } from "../../record/database.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { findVersions, toVersion } from "../../record/versions.ts";
import { lastEndings } from "../../record/words/read-words.ts";
import { graphResource } from "../dialogues/public.ts";
import {
  type EntityState,
  type EntityVersion,
  entityResource,
  type RelationshipState,
  type RelationshipVersion,
  relationshipResource,
} from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { byScore, type Candidate, rounded } from "./candidate.ts";
import {
  describeEntity,
  describeEntityChange,
  describeRelationship,
  describeRelationshipChange,
  isNone,
} from "./describe.ts";
import { type EndedHit, findTexts, names, type TextHit, wordsInOrder } from "./find-texts.ts";
import { gatherFacts } from "./gather-facts.ts";
import { gatherLines } from "./gather-lines.ts";
import type { IndexedMoment } from "./indexed-moment.ts";
import { type Moment, seenOf, seenVersions } from "./moment.ts";
import { type ContextQuestion, LEAST, type Reason, type SectionName } from "./question.ts";
import { recency, SCORE_WEIGHTS } from "./score-weights.ts";

/** Relationships of those in question that are looked at, and of their neighbours. */
const FIRST_HOP = 100;
const SECOND_HOP = 50;
/** Entities that somebody in question is related to. */
const NEIGHBOURS = 50;
/** Lines that are looked at: as many as a budget may hold. */
const MIN_LINES = 60;
const MAX_LINES = 1_000;
const LINE_TOKENS = 8;
/** Entities with a word in their name whose lines are found by it. */
const MAX_SPEAKERS = 20;
/** Last changes of each entity in question. */
const CHANGES = 5;

/** Returns the matches of a question, each subject once, the best first. */
export async function gather(
  at: IndexedMoment,
  question: ContextQuestion,
  sections: readonly SectionName[],
): Promise<Candidate[]> {
  const { seq } = at;
  const asks = (name: SectionName) => sections.includes(name);
  // Neighbours are items alone: neither facts nor lines are found by them.
  const asksForLinks = asks("relationships") || asks("entities") || asks("events");
  const types = [
    entityResource,
    ...(asksForLinks ? [relationshipResource] : []),
    ...(asks("facts") ? [factResource] : []),
  ];
  const found = await findTexts(at, { query: question.query, types });
  const subjects = await requireSubjects(at, question.subject_ids);
  const entities = await entitiesInQuestion(at, question, subjects.entities, found(entityResource.type).current);
  const seeds = [...entities.values()].filter(({ reason }) => reason !== "words").map(({ version }) => version);
  const links: Awaited<ReturnType<typeof linksOf>> = asksForLinks
    ? await linksOf(at, seeds, found(relationshipResource.type).current)
    : new Map();
  await addNeighbours(at, entities, links, seeds);
  const named = await namesFor(at, entities, links);
  const candidates: Candidate[] = [];
  if (asks("entities")) {
    for (const { version, reason, score } of entities.values()) {
      candidates.push({
        section: "entities",
        kind: "entity",
        id: version.id,
        subject_id: version.id,
        seq: version.valid_from_seq,
        since: null,
        text: describeEntity(version),
        reason,
        score: rounded(score + recency(seq, version.valid_from_seq)),
        worth: score,
        barred: null,
        line: null,
      });
    }
  }
  if (asks("relationships")) {
    for (const { version, reason, score } of links.values()) {
      const [source, target] = [named.get(version.source_id), named.get(version.target_id)];
      if (source === undefined || target === undefined) continue;
      candidates.push({
        section: "relationships",
        kind: "relationship",
        id: version.id,
        subject_id: version.source_id,
        seq: version.valid_from_seq,
        since: null,
        text: describeRelationship(version, source, target),
        reason,
        score: rounded(score + recency(seq, version.valid_from_seq)),
        worth: score,
        barred: null,
        line: null,
      });
    }
  }
  if (asks("facts"))
    candidates.push(
      ...(await gatherFacts(at, found(factResource.type), { seeds, predicates: question.predicates ?? null })),
    );
  const ended = [found(entityResource.type).ended, found(relationshipResource.type).ended] as const;
  candidates.push(...(await changes(at, { seeds, ended, asks })));
  if (asks("dialogue")) {
    candidates.push(
      ...(await gatherLines(at, {
        query: question.query,
        speakers: speakersOf([...entities.values()].map(({ version }) => version)),
        dialogues: subjects.dialogues,
        played: question.dialogue === "played" ? (at.perspective.run?.walked ?? new Set()) : null,
        atMost: Math.min(MAX_LINES, Math.max(MIN_LINES, Math.ceil(question.token_budget / LINE_TOKENS))),
      })),
    );
  }
  const limits = at.ofPlayer?.limits ?? {};
  return once(candidates.sort(byScore)).flatMap((each) => heard(withinLimits(each, limits), question));
}

/** The candidate; barred where it has content that the player does not want at all. */
function withinLimits(candidate: Candidate, { lines = [] }: ContentLimits): Candidate {
  const { barred, text, tags = [] } = candidate;
  if (barred !== null || brokenLimits({ lines }, { text, tags }).length === 0) return candidate;
  return { ...candidate, barred: "content" };
}

/** The candidate if it was asked for; barred where it is worth too little. */
function heard(candidate: Candidate, { reasons = null, least = null }: ContextQuestion): Candidate[] {
  const { barred, reason, section, worth } = candidate;
  if (reasons !== null && !reasons.includes(reason)) return [];
  return [barred === null && worth < (least ?? LEAST[section]) ? { ...candidate, barred: "least" } : candidate];
}

function once(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ kind, id, seq, barred }) => {
    const name = `${kind} ${id} ${kind === "event" || barred !== null ? seq : ""}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** The subjects that a question names; a 422 for one that is not there, or is not for these eyes. */
async function requireSubjects(
  { db, projectId, seq, perspective }: Moment,
  ids: readonly string[],
): Promise<{ entities: Map<string, EntityVersion>; dialogues: Set<string> }> {
  const entities = new Map<string, EntityVersion>();
  const dialogues = new Set<string>();
  if (ids.length === 0) return { entities, dialogues };
  const named = await findVersions(db, entityResource, projectId, { id: ids }, seq);
  for (const version of await seenOf({ db, perspective }, entityResource, named)) entities.set(version.id, version);
  for (const version of await findVersions(db, graphResource, projectId, { id: ids }, seq)) {
    if (perspective.seen(graphResource, version) !== null) dialogues.add(version.id);
  }
  for (const [index, id] of ids.entries()) {
    if (entities.has(id) || dialogues.has(id)) continue;
    throw invalidValue(
      ["body", "subject_ids", index],
      "no such entity or dialogue in this project at this sequence",
      id,
    );
  }
  return { entities, dialogues };
}

interface Ranked<Version> {
  readonly version: Version;
  reason: Reason;
  score: number;
}

/** Entities that a question names by id, by name or alias, or that have words of it. */
async function entitiesInQuestion(
  { db, projectId, seq, perspective }: Moment,
  { query }: ContextQuestion,
  subjects: ReadonlyMap<string, EntityVersion>,
  hits: readonly TextHit[],
): Promise<Map<string, Ranked<EntityVersion>>> {
  const ranked = new Map<string, Ranked<EntityVersion>>();
  for (const version of subjects.values())
    ranked.set(version.id, { version, reason: "subject", score: SCORE_WEIGHTS.subject });
  const spoken = wordsInOrder(query);
  const versions = await seenVersions({ db, projectId, seq, perspective }, entityResource, hits);
  for (const hit of hits) {
    const version = versions.get(hit.id);
    if (version === undefined) continue;
    const isNamed = namesOf(version).some((name) => names(spoken, name));
    const known = ranked.get(hit.id);
    if (known !== undefined) known.score += hit.share;
    else {
      const score = hit.share + (isNamed ? SCORE_WEIGHTS.named : 0);
      ranked.set(hit.id, { version, reason: isNamed ? "named" : "words", score });
    }
  }
  return ranked;
}

/** Entities by the words of their names. */
function speakersOf(versions: readonly EntityVersion[]): Map<string, string[]> {
  const speakers = new Map<string, string[]>();
  for (const version of versions) {
    const said = new Set(namesOf(version).flatMap((name) => lexemes(name)));
    for (const word of said) addToList(speakers, word, version.id);
  }
  return new Map([...speakers].map(([word, ids]) => [word, ids.slice(0, MAX_SPEAKERS)]));
}

/** Relationships that have words of a question, and those of whom it is about, one and two steps away. */
async function linksOf(
  at: Moment,
  seeds: readonly EntityVersion[],
  hits: readonly TextHit[],
): Promise<Map<string, Ranked<RelationshipVersion>>> {
  const links = new Map<string, Ranked<RelationshipVersion>>();
  const versions = await seenVersions(at, relationshipResource, hits);
  for (const hit of hits) {
    const version = versions.get(hit.id);
    if (version !== undefined && !isNone(version)) links.set(hit.id, { version, reason: "words", score: hit.share });
  }
  const seedIds = new Set(seeds.map(({ id }) => id));
  const add = (found: readonly RelationshipVersion[], score: number) => {
    for (const version of found) {
      const known = links.get(version.id);
      if (known === undefined) links.set(version.id, { version, reason: "neighbour", score });
      else known.score = Math.max(known.score, known.reason === "words" ? known.score + score : score);
    }
  };
  const near = await relationshipsOf(at, [...seedIds], FIRST_HOP);
  // Between two of those in question is what was asked for most likely.
  add(
    near.filter(({ source_id, target_id }) => seedIds.has(source_id) && seedIds.has(target_id)),
    SCORE_WEIGHTS.named,
  );
  add(
    near.filter(({ source_id, target_id }) => !(seedIds.has(source_id) && seedIds.has(target_id))),
    SCORE_WEIGHTS.about,
  );
  const others = otherEnds(near, seedIds).slice(0, NEIGHBOURS);
  const far = await relationshipsOf(at, others, SECOND_HOP);
  add(
    far.filter(({ id }) => !links.has(id)),
    SCORE_WEIGHTS.far,
  );
  return links;
}

function otherEnds(links: readonly RelationshipVersion[], known: ReadonlySet<string>): string[] {
  const ends = links.flatMap(({ source_id, target_id }) => [source_id, target_id]);
  return [...new Set(ends)].filter((id) => !known.has(id));
}

/** Relationships from and to some entities at a sequence, the latest first. */
async function relationshipsOf(
  { db, projectId, seq, perspective }: Moment,
  ids: readonly string[],
  atMost: number,
): Promise<RelationshipVersion[]> {
  if (ids.length === 0) return [];
  const table = sql.identifier(relationshipResource.table);
  const rows = await perspective.datedRows(db, relationshipResource);
  const source = rows === null ? table : sql`(${rows})`;
  const side = (column: "source_id" | "target_id") =>
    sql`SELECT r.* FROM ${source} r WHERE r.project_id = ${projectId} AND r.valid_from_seq <= ${seq}
        AND r.valid_to_seq >= ${seq} AND r.${sql.identifier(column)} = ANY(${textArray(ids)})`;
  const found = await db.execute(
    sql`SELECT * FROM (${side("source_id")} UNION ${side("target_id")}) both_ends
        ORDER BY valid_from_seq DESC, id LIMIT ${atMost}`,
  );
  const seen = found.flatMap((row) => perspective.seen(relationshipResource, toVersion<RelationshipState>(row)) ?? []);
  return seen.filter((version) => !isNone(version));
}

/** The others at the ends of relationships of whom a question is about. */
async function addNeighbours(
  at: Moment,
  entities: Map<string, Ranked<EntityVersion>>,
  links: ReadonlyMap<string, Ranked<RelationshipVersion>>,
  seeds: readonly EntityVersion[],
): Promise<void> {
  const seedIds = new Set(seeds.map(({ id }) => id));
  const near = [...links.values()].filter(
    ({ version: { source_id, target_id } }) => seedIds.has(source_id) || seedIds.has(target_id),
  );
  const ends = otherEnds(
    near.map(({ version }) => version),
    seedIds,
  ).slice(0, NEIGHBOURS);
  const fresh = ends.filter((id) => !entities.has(id));
  const versions = await seenVersions(
    at,
    entityResource,
    fresh.map((id) => ({ id })),
  );
  for (const id of ends) {
    const known = entities.get(id);
    const version = versions.get(id);
    if (known !== undefined) known.score += SCORE_WEIGHTS.near;
    else if (version !== undefined) entities.set(id, { version, reason: "neighbour", score: SCORE_WEIGHTS.near });
  }
}

/** Names of those at the ends of relationships. */
async function namesFor(
  at: Moment,
  entities: ReadonlyMap<string, Ranked<EntityVersion>>,
  links: ReadonlyMap<string, Ranked<RelationshipVersion>>,
): Promise<Map<string, string>> {
  const named = new Map([...entities.values()].map(({ version }) => [version.id, version.name]));
  const ends = [...links.values()].flatMap(({ version: { source_id, target_id } }) => [source_id, target_id]);
  const missing = [...new Set(ends)].filter((id) => !named.has(id)).map((id) => ({ id }));
  for (const version of (await seenVersions(at, entityResource, missing)).values()) named.set(version.id, version.name);
  return named;
}

interface Change {
  readonly id: string;
  /** The sequence of the change. */
  readonly by: number;
  /** Score of the words that were true until then, if the question asks for them. */
  readonly share: number | null;
}

/**
 * Returns past changes: those that removed words of the question, and the last ones of the subjects it is about. A
 * removed text is itself marked as superseded.
 */
async function changes(
  at: Moment,
  {
    seeds,
    ended,
    asks,
  }: {
    seeds: readonly EntityVersion[];
    ended: readonly [entities: readonly EndedHit[], relationships: readonly EndedHit[]];
    asks: (name: SectionName) => boolean;
  },
): Promise<Candidate[]> {
  const recent = asks("events") ? await lastChanges(at, seeds) : [];
  const [entityHits, relationshipHits] = ended;
  return [
    ...(await changesOf(at, entityResource, [...entityHits.map(toChange), ...recent], {
      section: "entities",
      kind: "entity",
      asks,
      describe: (state: EntityState) => describeEntity(state),
      describeChange: describeEntityChange,
      subjectOf: (version) => version.id,
      names: async () => new Map(),
    })),
    ...(await changesOf(at, relationshipResource, relationshipHits.map(toChange), {
      section: "relationships",
      kind: "relationship",
      asks,
      describe: (state: RelationshipState, named) =>
        describeRelationship(state, named.get(state.source_id) ?? "?", named.get(state.target_id) ?? "?"),
      describeChange: (before, after, named) =>
        describeRelationshipChange(
          before,
          after,
          named.get(before.source_id) ?? "?",
          named.get(before.target_id) ?? "?",
        ),
      subjectOf: (version) => version.source_id,
      names: async (versions) => {
        const ends = versions.flatMap(({ source_id, target_id }) => [{ id: source_id }, { id: target_id }]);
        const found = await seenVersions(at, entityResource, ends);
        return new Map([...found.values()].map(({ id, name }) => [id, name]));
      },
    })),
  ];
}

function toChange({ id, by, share }: EndedHit): Change {
  return { id, by, share };
}

/** The last changes of words of some entities. Of whom something is withheld nothing is told: which change was public shows in none. */
async function lastChanges(
  { db, projectId, seq, perspective }: Moment,
  seeds: readonly EntityVersion[],
): Promise<Change[]> {
  const ids = seeds.map(({ id }) => id).filter((id) => !perspective.redactedSubjects.includes(id));
  if (ids.length === 0) return [];
  const { type } = entityResource;
  const last = await lastEndings(db, projectId, { type, ids, seq, atMost: CHANGES });
  return last.map((each) => ({ ...each, share: null }));
}

async function changesOf<S>(
  at: Moment,
  resource: Resource<S>,
  wanted: readonly Change[],
  kind: {
    section: SectionName;
    kind: "entity" | "relationship";
    asks: (name: SectionName) => boolean;
    describe: (state: Version<S>, named: ReadonlyMap<string, string>) => string;
    describeChange: (before: Version<S>, after: Version<S> | null, named: ReadonlyMap<string, string>) => string | null;
    subjectOf: (version: Version<S>) => string;
    names: (versions: readonly Version<S>[]) => Promise<ReadonlyMap<string, string>>;
  },
): Promise<Candidate[]> {
  if (wanted.length === 0) return [];
  const { db, projectId, seq, perspective } = at;
  const rows = await db.execute(
    sql`SELECT v.* FROM (SELECT DISTINCT * FROM unnest(${textArray(wanted.map(({ id }) => id))},
          ${textArray(wanted.map(({ by }) => String(by)))}::bigint[]) AS w(id, by)) w
        JOIN ${sql.identifier(resource.table)} v ON v.project_id = ${projectId} AND v.id = w.id
          AND (v.valid_to_seq = w.by - 1 OR v.valid_from_seq = w.by)`,
  );
  const versions = rows.flatMap((row) => perspective.seen(resource, toVersion<S>(row)) ?? []);
  const alive = await seenVersions(at, resource, wanted);
  const named = await kind.names(versions);
  const candidates: Candidate[] = [];
  for (const { id, by, share } of wanted) {
    // Whoever reads as somebody is told of nothing that is gone: what was kept secret of it is no longer known.
    if (perspective.as !== null && !alive.has(id)) continue;
    const before = versions.find((version) => version.id === id && version.valid_to_seq === by - 1);
    const after = versions.find((version) => version.id === id && version.valid_from_seq === by) ?? null;
    if (before === undefined) continue;
    const score = share ?? SCORE_WEIGHTS.about;
    const common = { id, reason: share === null ? ("subject" as const) : ("words" as const), line: null };
    const text = kind.describeChange(before, after, named);
    if (kind.asks("events") && text !== null) {
      candidates.push({
        ...common,
        section: "events",
        kind: "event",
        subject_id: id,
        seq: by,
        since: by,
        text,
        score: rounded(score + recency(seq, by)),
        worth: score,
        barred: null,
      });
    }
    if (share !== null && kind.asks(kind.section)) {
      candidates.push({
        ...common,
        section: kind.section,
        kind: kind.kind,
        subject_id: kind.subjectOf(before),
        seq: before.valid_from_seq,
        since: null,
        text: kind.describe(before, named),
        score: rounded(score),
        worth: score,
        barred: "superseded",
      });
    }
  }
  return candidates;
}
