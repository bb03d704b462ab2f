import { sql } from "drizzle-orm";
import { isDead } from "#domain/canon/check-dead.ts";
import type { CanonRule } from "#domain/canon/finding.ts";
import { spellings } from "#domain/canon/spellings.ts";
import { valueAt } from "#domain/canon/world.ts";
import type { GuardedRecord } from "../../record/commit-guard.ts";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { type FactState, factResource } from "../facts/public.ts";

/** Commits of one process in a row from which on it is worth knowing who is dead. */
const WORTH_KNOWING = 8;
/** Dead subjects of a project that are kept: some 1 MB. */
const MOST = 10_000;

/**
 * Subjects that facts say are dead, for the guard of one project: those that are, and perhaps some that were. Most facts say what somebody
 * does, and nothing has to be read of those who are alive. It is true as long as all writes of the project are told to it.
 */
export class KnownDeaths {
  readonly #names: ReadonlySet<string>;
  #commits = 0;
  #dead: Set<string> | null = null;

  constructor(rules: readonly CanonRule[]) {
    this.#names = new Set(rules.flatMap(({ kind, predicates }) => (kind === NEEDED ? [...spellings(predicates)] : [])));
  }

  /**
   * Hears of changes that are about to be committed; after some commits it reads who is dead.
   *
   * @param isChanged whether the transaction has changed facts already: what it reads of them may never come to be.
   */
  async hear(record: GuardedRecord, isChanged: boolean): Promise<void> {
    if (this.#names.size > 0 && this.#commits < WORTH_KNOWING && !isChanged) {
      this.#commits++;
      if (this.#commits === WORTH_KNOWING) this.#dead = await this.#read(record.db, record.projectId);
    }
    this.#add(record);
  }

  #add(record: GuardedRecord): void {
    if (this.#dead === null) return;
    for (const { after } of record.pending<FactState>(factResource)) {
      const { predicate = null, subject_id = null } = after ?? {};
      if (predicate !== null && subject_id !== null && this.#names.has(predicate)) this.#dead.add(subject_id);
    }
    if (this.#dead.size > MOST) this.#dead = null;
  }

  async #read(db: Db, projectId: string): Promise<Set<string> | null> {
    const rows = await db.execute<{ subject_id: string }>(
      sql`SELECT DISTINCT subject_id FROM ${sql.identifier(factResource.table)} WHERE project_id = ${projectId} AND ${holds(null)}
          AND predicate = ANY(${textArray([...this.#names])}) AND subject_id IS NOT NULL LIMIT ${MOST + 1}`,
    );
    return rows.length > MOST ? null : new Set(rows.map(({ subject_id }) => subject_id));
  }

  /** Leaves out the entities that nothing says are dead. */
  async perhapsDead(record: GuardedRecord, rule: CanonRule, units: readonly string[]): Promise<string[]> {
    const dead = this.#dead;
    if (dead === null || rule.kind !== NEEDED) return [...units];
    const asked = units.filter((id) => id.startsWith("ent_") && !dead.has(id));
    const { property, values } = rule;
    const entities = property === null ? new Map() : await record.load(entityResource, asked);
    const isAlive = (id: string) => {
      const entity = entities.get(id);
      return property === null || entity === undefined || !isDead(valueAt(entity.properties, property), values);
    };
    const alive = new Set(asked.filter(isAlive));
    return units.filter((id) => !alive.has(id));
  }
}

/** The kind of rules that asks whether somebody is dead. */
const NEEDED = "dead_do_not_act";
