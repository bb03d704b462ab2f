import { type SQL, sql } from "drizzle-orm";
import { signsOfDeath } from "#domain/cast/is-dead.ts";
import type { StoryFact, StoryKnower, StoryTelling } from "#domain/offline/story-knowledge.ts";
import type { KnownBy, Telling } from "#drizzle/schema/facts.ts";
import { isId } from "../../kernel/ids.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { type Db, jsonb, textArray } from "../../record/database.ts";
import type { Version } from "../../record/resource.ts";
import { findVersions, holds } from "../../record/versions.ts";
import { type EntityState, entityResource } from "../entities/public.ts";
import { audiencesOfEach } from "./audience.ts";
import { nextInChain, standsWhere } from "./chain.ts";
import { factResource } from "./fact.ts";
import { openPerspective } from "./perspective.ts";

/** Facts of a page. */
const PAGE = 500;

/** Reader of a story file. */
export interface FileReader {
  /** Eyes at the sequence of the file; everything where it is null. */
  readonly past: Perspective | null;
  /** Eyes of the present, which see no more than these; the same as then where it is null. */
  readonly present: Perspective | null;
}

/** Facts that a story file is asked for. */
interface Asked {
  readonly projectId: string;
  readonly seq: number;
  readonly reader: FileReader;
  /** Entities that can know facts in the story. */
  readonly knowers: readonly string[];
  /** Facts that its logic names. */
  readonly named: readonly string[];
}

/**
 * Facts of a story file and who knows them: what everyone knows, what is known to the story's knowers, and what its logic names, as far as
 * the reader of the file may read it. They are read a page at a time.
 */
export class CarriedFacts {
  readonly #db: Db;
  readonly #asked: Asked;
  readonly #entities: readonly Version<EntityState>[];
  readonly #audiences: ReadonlyMap<string, readonly string[]>;

  private constructor(
    db: Db,
    asked: Asked,
    entities: readonly Version<EntityState>[],
    audiences: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#db = db;
    this.#asked = asked;
    this.#entities = entities;
    this.#audiences = audiences;
  }

  /** Finds the knowers, as far as the reader may know of them, and whose knowledge they have. */
  static async open(db: Db, asked: Asked): Promise<CarriedFacts> {
    const { projectId, seq, knowers, reader } = asked;
    const found = await findVersions(db, entityResource, projectId, { id: [...new Set(knowers)] }, seq);
    const seen = found.flatMap((version) => {
      const shown = reader.past === null ? version : reader.past.seen(entityResource, version);
      return (shown === null || reader.present === null ? shown : reader.present.seen(entityResource, shown)) ?? [];
    });
    const ids = seen.map(({ id }) => id);
    const audiences = ids.length === 0 ? new Map() : await audiencesOfEach(db, { projectId, atSeq: seq }, ids);
    return new CarriedFacts(db, asked, seen, audiences);
  }

  /** Reads which of some facts are facts of the file. */
  async among(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.#db.execute<{ id: string }>(
      sql`SELECT v.id FROM ${this.#readable()} v WHERE ${this.#here()} AND v.id = ANY(${textArray(ids)})`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Reads the values that facts about some subjects have for the reader, each as one text with its subject and predicate. */
  async valuesAbout(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    if (subjects.length === 0) return new Set();
    const { projectId, seq } = this.#asked;
    const rows = await this.#db.execute<{ subject_id: string; predicate: string; value: string }>(
      sql`SELECT v.subject_id, v.predicate, coalesce(v.object_id, v.text) AS value FROM ${this.#readable()} v
          WHERE v.project_id = ${projectId} AND ${holds(seq, "v")} AND v.subject_id = ANY(${textArray(subjects)})
            AND v.predicate IS NOT NULL AND ${this.#isOpenNow(sql.raw("v"))}`,
    );
    return new Set(rows.map((row) => factValueKey(row)));
  }

  /** Yields the facts, the oldest first. */
  async *facts(): AsyncGenerator<StoryFact[]> {
    let after = { created: -1, id: "" };
    for (;;) {
      const rows = await this.#db.execute<FactRow>(
        sql`SELECT v.id, v.created_seq, v.text, v.subject_id, v.predicate, v.object_id, (v.known_by = ${jsonb(EVERYONE)}) AS public,
              CASE WHEN v.superseded_by IS NOT NULL THEN (${this.#next()}) END AS superseded_by
            FROM ${this.#readable()} v WHERE ${this.#here()}
              AND (v.created_seq, v.id) > (${after.created}, ${after.id}) ORDER BY v.created_seq, v.id LIMIT ${PAGE}`,
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      after = { created: Number(last.created_seq), id: last.id };
      yield rows.map((row) => this.#shown(row));
      if (rows.length < PAGE) return;
    }
  }

  /**
   * Yields the knowers, each with what it knows and cannot come to know.
   *
   * @param retired those whose voices are retired.
   */
  async *knowers(retired: ReadonlySet<string>): AsyncGenerator<StoryKnower[]> {
    const { projectId, seq } = this.#asked;
    for (const { id: entity_id, name, properties } of this.#entities) {
      const dead_by = signsOfDeath(properties);
      const audiences = this.#audiences.get(entity_id) ?? [entity_id];
      const eyes = await openPerspective(this.#db, { projectId, atSeq: seq, as: entity_id });
      yield [
        {
          entity_id,
          name,
          groups: audiences.filter((id) => id !== entity_id && !this.#isHidden(id)),
          knows: await this.#known(entity_id, audiences, eyes),
          never: await this.#never(eyes),
          hidden: eyes.withheldSubjects.filter((id) => isId(entityResource.prefix, id) && !this.#isHidden(id)),
          ...(dead_by.length > 0 && { dead_by }),
          ...(retired.has(entity_id) && { retired: true }),
        },
      ];
    }
  }

  async #known(entityId: string, audiences: readonly string[], eyes: Perspective): Promise<StoryKnower["knows"]> {
    const rows = await this.#db.execute<{ id: string; known_by: KnownBy; told: Record<string, Telling> }>(
      sql`SELECT v.id, v.known_by, v.told FROM ${this.#readable()} v WHERE ${this.#here()} AND ${eyes.factsWhere(sql.raw("v"))}
            AND (v.known_by <> ${jsonb(EVERYONE)} OR jsonb_exists(v.told, ${entityId})) ORDER BY v.created_seq, v.id`,
    );
    return rows.map(({ id, known_by, told }) => {
      const listed = known_by === EVERYONE ? [entityId] : audiences.filter((each) => known_by.includes(each));
      const shown = listed.filter((each) => !this.#isHidden(each));
      // Whoever has it by a group that the reader may not know of has it all the same.
      const by = (shown.length > 0 ? shown : [entityId]).map((each) => this.#tellingOf(each, told));
      return { fact_id: id, by };
    });
  }

  /** Reads the facts that a secret keeps from a knower, and those that hold no more for it by one that the reader may not read. */
  async #never(eyes: Perspective): Promise<string[]> {
    const { projectId, seq, reader } = this.#asked;
    const v = sql.raw("v");
    const inFile = (alias: SQL) => sql`(${this.#isInFile(alias)} AND ${eyes.factsWhere(alias)})`;
    const unsaid = sql`(v.superseded_by IS NOT NULL AND ${eyes.factsWhere(v)} AND NOT ${eyes.standsWhere(v)}
      AND ${standsWhere({ projectId, atSeq: seq }, inFile, v)})`;
    const rows = await this.#db.execute<{ id: string }>(
      sql`SELECT v.id FROM ${this.#readable()} v WHERE ${this.#here()}
            AND (${isAbout(eyes.withheldSubjects, v)} OR ${reader.past === null ? sql`false` : unsaid})
          ORDER BY v.created_seq, v.id`,
    );
    return rows.map(({ id }) => id);
  }

  #tellingOf(entity_id: string, told: Readonly<Record<string, Telling>>): StoryTelling {
    const { how = null, from = null } = Object.hasOwn(told, entity_id) ? (told[entity_id] ?? {}) : {};
    return { entity_id, how, from: from !== null && this.#isHidden(from) ? null : from };
  }

  #isHidden(id: string): boolean {
    const { past, present } = this.#asked.reader;
    return [past, present].some((each) => each?.hides(entityResource.type, id) === true);
  }

  /** A fact without what the present withholds of it. */
  #shown({ created_seq: _, ...fact }: FactRow): StoryFact {
    const { present } = this.#asked.reader;
    return present === null ? fact : present.redact(factResource.type, fact.id, fact);
  }

  /** The relation of the facts that the reader may read. */
  #readable(): SQL {
    const seen = this.#asked.reader.past?.rows(factResource) ?? null;
    return seen === null ? sql`${sql.identifier(factResource.table)}` : sql`(${seen})`;
  }

  /** Condition that a fact of an alias is one of the file; what was corrected holds for nobody, and is none. */
  #carried(alias: SQL): SQL {
    const { named } = this.#asked;
    const audiences = [...new Set([...this.#audiences.values()].flat())];
    return sql`(${alias}.superseded_mode IS DISTINCT FROM 'retcon'
      AND (${alias}.known_by = ${jsonb(EVERYONE)} OR jsonb_exists_any(${alias}.known_by, ${textArray(audiences)})
        OR ${alias}.id = ANY(${textArray(named)}))
      AND ${this.#isOpenNow(alias)})`;
  }

  /** Condition that the present withholds nothing of the fact of an alias. */
  #isOpenNow(alias: SQL): SQL {
    const { projectId, reader } = this.#asked;
    const { present } = reader;
    return present === null
      ? sql`true`
      : sql`(NOT ${isAbout(present.withheldSubjects, alias)} AND NOT EXISTS (SELECT FROM ${sql.identifier(factResource.table)} p
            WHERE p.project_id = ${projectId} AND p.id = ${alias}.id AND ${holds(null, "p")} AND NOT ${present.factsWhere(sql.raw("p"))}))`;
  }

  /** Condition that a version `v` is a fact of the file at its sequence. */
  #here(): SQL {
    const { projectId, seq } = this.#asked;
    return sql`v.project_id = ${projectId} AND ${holds(seq, "v")} AND ${this.#carried(sql.raw("v"))}`;
  }

  /** Condition that the fact of an alias, which is there at the sequence, is one of the file that the reader may read. */
  #isInFile(alias: SQL): SQL {
    const { past } = this.#asked.reader;
    return past === null ? this.#carried(alias) : sql`(${this.#carried(alias)} AND ${past.factsWhere(alias)})`;
  }

  /** Selects the next fact of the file along the chain of the fact `v`. */
  #next(): SQL {
    const { projectId, seq } = this.#asked;
    return nextInChain({ projectId, atSeq: seq }, (alias) => this.#isInFile(alias), sql`v.superseded_by`);
  }
}

/** The value of a fact with its subject and predicate, as one text. */
export function factValueKey(fact: {
  readonly subject_id: string;
  readonly predicate: string;
  readonly value: unknown;
}): string {
  return JSON.stringify([fact.subject_id, fact.predicate, fact.value]);
}

interface FactRow extends Record<string, unknown>, StoryFact {
  readonly created_seq: number;
}

/** Condition that the fact of an alias is one of some subjects, or names one. */
function isAbout(ids: readonly string[], alias: SQL): SQL {
  if (ids.length === 0) return sql`false`;
  const some = textArray(ids);
  return sql`(${alias}.id = ANY(${some}) OR coalesce(${alias}.subject_id = ANY(${some}), false)
    OR coalesce(${alias}.object_id = ANY(${some}), false) OR jsonb_exists_any(${alias}.also_about, ${some}))`;
}
