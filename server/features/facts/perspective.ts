import { type SQL, sql } from "drizzle-orm";
import { pointerTokens } from "#domain/change/pointer.ts";
import type { JsonObject } from "#domain/json.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import type { Perspective, ReadingPlace } from "../../operation/perspective.ts";
import type { RunMemory } from "../../operation/run-memory.ts";
import { type Columns, type Db, jsonb, textArray } from "../../record/database.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { findVersion, holds } from "../../record/versions.ts";
import { nodeResource } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { audiencesOf } from "./audience.ts";
import { EVERY_FACT, type FactMoment, nextInChain, seenMode, standsWhere } from "./chain.ts";
import { type FactState, factResource } from "./fact.ts";
import { emptied, withoutPathsSql, withoutPointer } from "./pointer.ts";
import { FACTS_OF_RECORD, factColumns, factsInRun } from "./run-facts.ts";
import { secret } from "./secret.ts";
import { type ChangeTime, lastSeenChanges, type ShownContent, touchesWithheld } from "./seen-changes.ts";
import { UNNAMED } from "./seen-source.ts";
import { STORY } from "./story.ts";

const TRUE = sql.raw("true");

/** Perspective of an editor, who sees everything. */
const EVERYTHING: Perspective = {
  as: null,
  run: null,
  facts: FACTS_OF_RECORD,
  factsWhere: () => TRUE,
  audiences: [],
  standsWhere: (alias) => sql`${alias}.superseded_by IS NULL`,
  sourcesWhere: () => TRUE,
  hides: () => false,
  redact: (_type, _id, state) => state,
  seen: (_resource, version) => version,
  rows: () => null,
  dated: async (_db, _resource, versions) => [...versions],
  datedRows: async () => null,
  withheldSubjects: [],
  redactedSubjects: [],
  withheldAt: () => [],
};

/**
 * Opens the perspective of an entity, or of everyone, at a sequence: whatever secrets hold then of which it is not told are withheld.
 * From everyone, what is withheld now is withheld in the past too: a secret is usually younger than what it covers. So it is from an entity
 * for whoever may read no more than now.
 *
 * @throws ValidationProblem naming `as` where there is no such entity then.
 */
export async function openPerspective(
  db: Db,
  { projectId, atSeq, as, run = null, noMoreThanNow = false, facts: known }: ReadingPlace,
  loc: readonly (string | number)[] = ["query", "as"],
): Promise<Perspective> {
  const facts = known ?? (await factsOf(db, { projectId, atSeq }, run));
  const at = { projectId, atSeq, facts };
  if (as === null) return everything(at, run);
  if (as !== EVERYONE && (await findVersion(db, entityResource, projectId, as, atSeq)) === null) {
    throw invalidValue([...loc], "no such entity in this project at this sequence", as);
  }
  const audiences = await audiencesOf(db, at, as);
  const isPast = atSeq !== null && (as === EVERYONE || noMoreThanNow);
  const now = isPast ? await audiencesOf(db, { ...at, atSeq: null }, as) : audiences;
  const withheldAt = (seq: number | null, knowers: readonly string[]) =>
    sql`(${holds(seq)} AND NOT jsonb_exists_any(known_by, ${textArray(knowers)}))`;
  const since = as === EVERYONE ? restrictedSince(projectId) : untoldSince(projectId, { atSeq, audiences, now });
  const withheld = await db.execute<Columns<"secret_versions", "subject_id" | "subject_type" | "pointer">>(
    sql`SELECT subject_id, subject_type, pointer FROM secret_versions
        WHERE project_id = ${projectId} AND (${withheldAt(atSeq, audiences)}${isPast ? sql` OR ${withheldAt(null, now)}` : sql``})
        ${isPast ? since : sql``}`,
  );
  const whole = new Map<string, Set<string>>();
  const pointers = new Map<string, { type: string; pointers: Set<string> }>();
  for (const { subject_id: id, subject_type: type, pointer } of withheld) {
    if (pointer === null) whole.set(type, (whole.get(type) ?? new Set()).add(id));
    else {
      const known = pointers.get(id) ?? { type, pointers: new Set<string>() };
      known.pointers.add(pointer);
      pointers.set(id, known);
    }
  }
  return new EyesOfOne({ as, audiences, run }, at, whole, pointers);
}

/** The relation that facts are read from at a moment. */
async function factsOf(db: Db, { projectId, atSeq }: Omit<Moment, "facts">, run: RunMemory | null): Promise<SQL> {
  return run === null ? FACTS_OF_RECORD : factsInRun(db, { projectId, atSeq: atSeq ?? run.seq }, run);
}

/** Perspective of an editor at a moment, of the record or in a playthrough. */
function everything(at: Moment, run: RunMemory | null): Perspective {
  const { projectId, atSeq, facts } = at;
  const inRun = sql`SELECT v.* FROM ${facts} v WHERE v.project_id = ${projectId} AND ${holds(atSeq, "v")}`;
  const rows = (resource: Resource<never> | Resource<unknown>) =>
    run !== null && resource.type === factResource.type ? inRun : null;
  return {
    ...EVERYTHING,
    run,
    facts,
    standsWhere: (alias) => standsWhere(at, EVERY_FACT, alias),
    rows,
    datedRows: async (_db, resource) => rows(resource),
  };
}

/** Facts that not everyone knows any more, as rows beside those of secrets. */
function restrictedSince(projectId: string): SQL {
  return sql` UNION ALL SELECT now.id, ${factResource.type}, NULL FROM fact_versions now
    WHERE now.project_id = ${projectId} AND ${holds(null, "now")} AND now.known_by <> ${jsonb(EVERYONE)}
      AND EXISTS (SELECT FROM fact_versions before WHERE before.project_id = ${projectId} AND before.id = now.id
        AND before.known_by = ${jsonb(EVERYONE)})`;
}

/** Facts that an entity knew at a sequence and does not know any more, as rows beside those of secrets. */
function untoldSince(
  projectId: string,
  {
    atSeq,
    audiences,
    now: knowing,
  }: { readonly atSeq: number | null; readonly audiences: readonly string[]; readonly now: readonly string[] },
): SQL {
  const knows = (alias: string, knowers: readonly string[]) => {
    const knownBy = sql`${sql.raw(alias)}.known_by`;
    return sql`(${knownBy} = ${jsonb(EVERYONE)} OR jsonb_exists_any(${knownBy}, ${textArray(knowers)}))`;
  };
  return sql` UNION ALL SELECT now.id, ${factResource.type}, NULL FROM fact_versions now
    WHERE now.project_id = ${projectId} AND ${holds(null, "now")} AND NOT ${knows("now", knowing)}
      AND EXISTS (SELECT FROM fact_versions before WHERE before.project_id = ${projectId} AND before.id = now.id
        AND ${holds(atSeq, "before")} AND ${knows("before", audiences)})`;
}

interface Moment extends FactMoment {
  readonly atSeq: number | null;
  readonly facts: SQL;
}

/** Pointers that are withheld of one subject. */
interface Redacted {
  readonly type: string;
  readonly pointers: ReadonlySet<string>;
}

class EyesOfOne implements Perspective {
  readonly as: string;
  readonly audiences: readonly string[];
  readonly run: RunMemory | null;
  readonly facts: SQL;
  readonly withheldSubjects: readonly string[];
  readonly redactedSubjects: readonly string[];
  readonly #at: Moment;
  readonly #whole: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #pointers: ReadonlyMap<string, Redacted>;
  /** Ids withheld, whatever their type. */
  readonly #ids: ReadonlySet<string>;

  constructor(
    reader: { readonly as: string; readonly audiences: readonly string[]; readonly run: RunMemory | null },
    at: Moment,
    whole: ReadonlyMap<string, ReadonlySet<string>>,
    pointers: ReadonlyMap<string, Redacted>,
  ) {
    this.as = reader.as;
    this.audiences = reader.audiences;
    this.run = reader.run;
    this.facts = at.facts;
    this.#at = at;
    this.#whole = whole;
    this.#pointers = pointers;
    this.withheldSubjects = [...whole.values()].flatMap((ids) => [...ids]);
    this.redactedSubjects = [...pointers.keys()];
    this.#ids = new Set(this.withheldSubjects);
  }

  factsWhere(alias: SQL): SQL {
    const conditions = [isKnownTo(this.audiences, alias)];
    const facts = this.#hidden(factResource.type);
    if (facts.length > 0) conditions.push(sql`${alias}.id <> ALL(${textArray(facts)})`);
    const entities = this.#hidden(entityResource.type);
    if (entities.length > 0) {
      // Whoever does not know of somebody knows nothing about them.
      for (const name of ["subject_id", "object_id"])
        conditions.push(notOneOf(sql`${alias}.${sql.raw(name)}`, entities));
      conditions.push(sql`NOT jsonb_exists_any(${alias}.also_about, ${textArray(entities)})`);
    }
    return sql`(${sql.join(conditions, sql` AND `)})`;
  }

  standsWhere(alias: SQL): SQL {
    return standsWhere(this.#at, (each) => this.factsWhere(each), alias);
  }

  sourcesWhere(alias: SQL): SQL {
    const source = sql`${alias}.source`;
    return sql`NOT CASE ${source} ->> 'kind' WHEN 'node' THEN ${this.#isWithheld(nodeResource, sql`(${source} ->> 'node_id')`)}
      WHEN 'event' THEN EXISTS (SELECT FROM events e WHERE e.project_id = ${this.#at.projectId}
        AND e.seq = (${source} ->> 'seq')::bigint AND ${this.#isAboutWithheld()})
      ELSE false END`;
  }

  /** Condition that an event `e` is about something withheld; who knows a secret is no business of anybody else. */
  #isAboutWithheld(): SQL {
    const about = STORY.map(
      (each) => sql`(e.subject_type = ${each.type} AND ${this.#isWithheld(each, sql`e.subject_id`)})`,
    );
    about.push(sql`e.subject_type = ${secret.resource.type}`);
    const pointers = Object.fromEntries([...this.#pointers].map(([id, own]) => [id, [...own.pointers]]));
    if (this.#pointers.size > 0) {
      about.push(sql`(e.subject_id = ANY(${textArray(this.redactedSubjects)}) AND ${touchesWithheld(pointers)})`);
    }
    return sql`(${sql.join(about, sql` OR `)})`;
  }

  /** Condition that the whole of a subject is withheld, or was when it was last there. */
  #isWithheld(resource: Resource, id: SQL): SQL {
    const { projectId, atSeq } = this.#at;
    const table = this.#tableOf(resource);
    if (resource.type === factResource.type) {
      return sql`NOT EXISTS (SELECT FROM (SELECT * FROM ${table} each WHERE project_id = ${projectId} AND id = ${id}
          ${atSeq === null ? sql`` : sql`AND valid_from_seq <= ${atSeq}`} ORDER BY valid_from_seq DESC LIMIT 1) named
        WHERE ${this.factsWhere(sql.raw("named"))})`;
    }
    const whole = this.#hidden(resource.type);
    const conditions = whole.length === 0 ? [] : [sql`${id} = ANY(${textArray(whole)})`];
    const owners = requiredNames(resource).flatMap(([field, type]) => {
      const hidden = this.#hidden(type);
      return hidden.length === 0 ? [] : [sql`named.${sql.identifier(field)} = ANY(${textArray(hidden)})`];
    });
    if (owners.length > 0) {
      conditions.push(
        sql`EXISTS (SELECT FROM ${table} named WHERE named.project_id = ${projectId} AND named.id = ${id}
          AND (${sql.join(owners, sql` OR `)}))`,
      );
    }
    return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
  }

  hides(subjectType: string, id: string): boolean {
    return this.#whole.get(subjectType)?.has(id) ?? false;
  }

  withheldAt(subjectType: string, pointer: string): readonly string[] {
    return [...this.#pointers].flatMap(([id, { type, pointers }]) =>
      type === subjectType && pointers.has(pointer) ? [id] : [],
    );
  }

  redact<S>(subjectType: string, id: string, state: S): S {
    let shown = state as JsonObject;
    const redacted = this.#pointers.get(id);
    const resource = STORY.find(({ type }) => type === subjectType);
    if (redacted?.type === subjectType && resource !== undefined) {
      for (const pointer of redacted.pointers) shown = withoutPointer(resource, shown, pointer);
    }
    if (this.#ids.size > 0) shown = this.#unnamed(shown);
    return shown as S;
  }

  seen<S>(resource: Resource<S>, version: Version<S>): Version<S> | null {
    if (this.hides(resource.type, version.id)) return null;
    const state = version as Record<string, unknown>;
    if (resource.type === factResource.type && !this.#knows(version as unknown as FactState)) return null;
    for (const [field, type] of requiredNames(resource as Resource)) {
      if (this.hides(type, String(state[field]))) return null;
    }
    return this.redact(resource.type, version.id, version);
  }

  rows(resource: Resource<never> | Resource<unknown>): SQL | null {
    return this.#rows(resource as Resource, new Map());
  }

  async dated<S>(db: Db, resource: Resource<S>, versions: readonly Version<S>[]): Promise<Version<S>[]> {
    // What never changed is as old as it is.
    const changed = versions.filter(({ created_seq, valid_from_seq }) => valid_from_seq > created_seq);
    const shown = this.#shown(resource as Resource, new Set(changed.map(({ id }) => id)));
    if (shown.withheldIn.length === 0 || changed.length === 0) return [...versions];
    const ids = textArray(changed.map(({ id }) => id));
    const seqs = textArray(changed.map(({ valid_from_seq }) => String(valid_from_seq)));
    const found = await lastSeenChanges(
      db,
      shown,
      sql`SELECT * FROM unnest(${ids}, ${seqs}::bigint[]) AS each(id, seq)`,
    );
    const times = new Map(found.map(({ id, seq, time }) => [`${id} ${seq}`, time]));
    return versions.map((version) => ({ ...version, ...times.get(`${version.id} ${version.valid_from_seq}`) }));
  }

  async datedRows(db: Db, resource: Resource<never> | Resource<unknown>): Promise<SQL | null> {
    const shown = this.#shown(resource as Resource, null);
    if (shown.withheldIn.length === 0) return this.rows(resource);
    const table = this.#tableOf(resource);
    const seen = this.rows(resource);
    const from = seen === null ? table : sql`(${seen})`;
    const ever = this.#namedEver(resource as Resource);
    const found = await lastSeenChanges(
      db,
      shown,
      sql`SELECT v.id, v.valid_from_seq AS seq FROM ${from} v WHERE v.project_id = ${this.#at.projectId}
        AND ${holds(this.#at.atSeq, "v")} AND v.valid_from_seq > v.created_seq AND ${ever}`,
    );
    return this.#rows(resource as Resource, new Map(found.map(({ id, time }) => [id, time])));
  }

  /** Condition that something of a version `v`, or of another one of its subject, may be withheld. */
  #namedEver(resource: Resource): SQL {
    const table = sql.identifier(resource.table);
    const anyVersion = (condition: SQL) =>
      sql`v.id IN (SELECT b.id FROM ${table} b WHERE b.project_id = ${this.#at.projectId} AND ${condition})`;
    const ever = [sql`v.id = ANY(${textArray(Object.keys(this.#pointersOf(resource, null)))})`];
    if (resource.type === factResource.type)
      ever.push(anyVersion(mayHideFactLinks(this, sql.raw("b"), [...this.#ids])));
    for (const [field, type] of optionalNames(resource)) {
      const hidden = this.#hidden(type);
      if (hidden.length > 0) ever.push(anyVersion(sql`b.${sql.identifier(field)} = ANY(${textArray(hidden)})`));
    }
    return sql`(${sql.join(ever, sql` OR `)})`;
  }

  #rows(resource: Resource, times: ReadonlyMap<string, ChangeTime>): SQL | null {
    const at = sql`v.project_id = ${this.#at.projectId} AND ${holds(this.#at.atSeq, "v")}`;
    const kept = [at, ...this.#kept(resource)];
    const table = this.#tableOf(resource);
    const plain = sql`SELECT v.* FROM ${table} v WHERE ${all(kept)}`;
    const otherwise = this.#shownOtherwise(resource, times, null);
    if (otherwise === null) return kept.length === 1 ? null : plain;
    const isInRun = this.run !== null && resource.type === factResource.type;
    const columns = isInRun ? factColumns("r") : sql`r.*`;
    // A row of a playthrough is none of the table, but can be made one.
    const row = isInRun ? sql`jsonb_populate_record(NULL::${FACTS_OF_RECORD}, to_jsonb(v))` : sql`v`;
    return sql`${plain} AND NOT coalesce(${otherwise.rows}, false) UNION ALL
      SELECT ${columns} FROM ${table} v CROSS JOIN LATERAL jsonb_populate_record(${row}, ${otherwise.fields}) r
      WHERE ${all(kept)} AND ${otherwise.rows}`;
  }

  /** Conditions that a version `v` of a kind may be read, at whatever sequence. */
  #kept(resource: Resource): SQL[] {
    const kept: SQL[] = [];
    const whole = this.#hidden(resource.type);
    if (whole.length > 0) kept.push(sql`v.id <> ALL(${textArray(whole)})`);
    for (const [field, type] of requiredNames(resource)) {
      const ids = this.#hidden(type);
      if (ids.length > 0) kept.push(sql`v.${sql.identifier(field)} <> ALL(${textArray(ids)})`);
    }
    if (resource.type === factResource.type) kept.push(this.factsWhere(sql.raw("v")));
    return kept;
  }

  /** Returns what is shown of a kind, or of some subjects of it, for the look-up of its last changes that show. */
  #shown(resource: Resource, some: ReadonlySet<string> | null): ShownContent {
    const pointers = this.#pointersOf(resource, some);
    const names = optionalNames(resource).flatMap(([field, type]) => (this.#hidden(type).length > 0 ? [field] : []));
    const fields = [this.#shownOtherwise(resource, new Map(), some)?.fields ?? []].flat();
    const withheldIn = new Set([...Object.values(pointers).flat().map(fieldOf), ...names]);
    if (resource.type === factResource.type) {
      for (const field of FACT_LINKS) withheldIn.add(field);
      fields.push(seenFactLinks(this, this.#at, [...this.#ids]));
    }
    return {
      resource,
      projectId: this.#at.projectId,
      where: all([TRUE, ...this.#kept(resource)]),
      fields: fields.length === 0 ? null : sql`(${sql.join(fields, sql` || `)})`,
      withheldIn: [...withheldIn],
      pointers,
    };
  }

  /** Pointers that are withheld of the subjects of a kind, or of some of them, by their ids. */
  #pointersOf({ type }: Resource, some: ReadonlySet<string> | null): Record<string, string[]> {
    const own = [...this.#pointers].filter(
      ([id, redacted]) => redacted.type === type && (some === null || some.has(id)),
    );
    return Object.fromEntries(own.map(([id, { pointers }]) => [id, [...pointers]]));
  }

  /** Returns the rows of a kind, or of some subjects of it, that are shown otherwise than stored, and those fields as an object. */
  #shownOtherwise(
    resource: Resource,
    times: ReadonlyMap<string, ChangeTime>,
    some: ReadonlySet<string> | null,
  ): { rows: SQL; fields: SQL } | null {
    const rows: SQL[] = [];
    const fields: SQL[] = [];
    if (times.size > 0) {
      rows.push(sql`v.id = ANY(${textArray([...times.keys()])})`);
      fields.push(sql`coalesce(${jsonb(Object.fromEntries(times))} -> v.id, '{}')`);
    }
    const own = Object.entries(this.#pointersOf(resource, some));
    if (own.length > 0) {
      const paths = Object.fromEntries(own.map(([id, pointers]) => [id, pointers.map(pointerTokens)]));
      const names = [...new Set(Object.values(paths).flatMap((each) => each.map(([field = ""]) => field)))];
      const nothing = Object.fromEntries(names.map((field) => [field, emptied(resource, field) ?? null]));
      const doc = names.map((field) => sql`${field}::text, v.${sql.identifier(field)}`);
      rows.push(sql`v.id = ANY(${textArray(own.map(([id]) => id))})`);
      fields.push(
        jsonb(nothing),
        withoutPathsSql(sql`jsonb_build_object(${sql.join(doc, sql`, `)})`, sql`(${jsonb(paths)} -> v.id)`),
      );
    }
    for (const [field, type] of optionalNames(resource)) {
      const ids = this.#hidden(type);
      if (ids.length === 0) continue;
      const named = sql`v.${sql.identifier(field)} = ANY(${textArray(ids)})`;
      rows.push(named);
      fields.push(sql`CASE WHEN ${named} THEN ${jsonb({ [field]: null })} ELSE '{}' END`);
    }
    if (rows.length === 0) return null;
    return { rows: sql`(${sql.join(rows, sql` OR `)})`, fields: sql.join(fields, sql` || `) };
  }

  /** The relation that a kind of subjects is read from. */
  #tableOf({ type, table }: Pick<Resource, "type" | "table">): SQL {
    return type === factResource.type ? this.facts : sql`${sql.identifier(table)}`;
  }

  #hidden(type: string): string[] {
    return [...(this.#whole.get(type) ?? [])];
  }

  #knows({ known_by, subject_id, object_id, also_about }: FactState): boolean {
    if (known_by !== EVERYONE && !this.audiences.some((each) => known_by.includes(each))) return false;
    return ![subject_id, object_id, ...also_about].some((id) => id !== null && this.#ids.has(id));
  }

  /** A state that names nothing that is withheld. */
  #unnamed(state: JsonObject): JsonObject {
    let shown = state;
    for (const [field, value] of Object.entries(state)) {
      if (typeof value === "string" && this.#ids.has(value)) shown = { ...shown, [field]: null };
      else if (Array.isArray(value) && value.some((each) => typeof each === "string" && this.#ids.has(each))) {
        shown = { ...shown, [field]: value.filter((each) => typeof each !== "string" || !this.#ids.has(each)) };
      }
    }
    return shown;
  }
}

/** Condition that everyone knows the fact of an alias, or one of some entities does. */
function isKnownTo(audiences: readonly string[], alias: SQL): SQL {
  if (audiences.length === 0) return sql`${alias}.known_by = ${jsonb(EVERYONE)}`;
  return sql`(${alias}.known_by = ${jsonb(EVERYONE)} OR jsonb_exists_any(${alias}.known_by, ${textArray(audiences)}))`;
}

/** Fields without which a subject is nothing, with the type of what they name. */
function requiredNames({ references, state }: Resource): [field: string, type: string][] {
  return Object.entries(references).filter(([field]) => state.shape[field]?.safeParse(null).success !== true);
}

function optionalNames({ references, mentions, state, type }: Resource): [field: string, type: string][] {
  // A fact that names what is withheld is withheld itself.
  if (type === factResource.type) return [];
  return Object.entries({ ...references, ...mentions }).filter(
    ([field]) => state.shape[field]?.safeParse(null).success === true,
  );
}

/** The field of a state that a pointer leads into. */
function fieldOf(pointer: string): string {
  return pointerTokens(pointer)[0] ?? "";
}

/** Fields of facts in which something may be withheld: who knows it too, from whom it is, and what holds in its place. */
const FACT_LINKS = ["known_by", "told", "source", "superseded_by", "superseded_reason", "superseded_mode"];

/** {@link FACT_LINKS} of a fact `v` as they are shown where some ids are withheld. */
function seenFactLinks(by: Perspective, at: Moment, withheld: readonly string[]): SQL {
  const ids = textArray(withheld);
  const next = nextInChain(at, (alias) => by.factsWhere(alias), sql`v.superseded_by`);
  return sql`jsonb_build_object(
    'known_by', CASE jsonb_typeof(v.known_by) WHEN 'array' THEN v.known_by - ${ids} ELSE v.known_by END,
    'told', (SELECT coalesce(jsonb_object_agg(t.key,
        CASE WHEN t.value ->> 'from' = ANY(${ids}) THEN t.value || '{"from": null}' ELSE t.value END), '{}')
      FROM jsonb_each(v.told) t WHERE t.key <> ALL(${ids})),
    'source', (CASE WHEN ${by.sourcesWhere(sql.raw("v"))} THEN v.source ELSE ${jsonb(UNNAMED)} END)
      || jsonb_build_object('witness_id',
        CASE WHEN v.source ->> 'witness_id' = ANY(${ids}) THEN 'null' ELSE v.source -> 'witness_id' END))
    || (SELECT jsonb_build_object('superseded_by', next.id,
        'superseded_reason', CASE WHEN next.id = v.superseded_by THEN v.superseded_reason END,
        'superseded_mode', ${seenMode(sql.raw("v"), sql`next.id`)}) FROM (SELECT (${next}) AS id OFFSET 0) next)`;
}

/** Condition that {@link seenFactLinks} shows something else than the fact has stored. */
function mayHideFactLinks(by: Perspective, alias: SQL, withheld: readonly string[]): SQL {
  const ids = textArray(withheld);
  return sql`(${alias}.superseded_by IS NOT NULL OR jsonb_exists_any(${alias}.known_by, ${ids})
    OR jsonb_exists_any(${alias}.told, ${ids})
    OR EXISTS (SELECT FROM jsonb_each(${alias}.told) t WHERE t.value ->> 'from' = ANY(${ids}))
    OR NOT ${by.sourcesWhere(alias)} OR ${alias}.source ->> 'witness_id' = ANY(${ids}))`;
}

function notOneOf(column: SQL, ids: readonly string[]): SQL {
  return sql`(${column} IS NULL OR ${column} <> ALL(${textArray(ids)}))`;
}

function all(conditions: readonly SQL[]): SQL {
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` AND `,
  );
}
