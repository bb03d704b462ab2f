import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import { factVersions, type KnownBy, type Telling } from "#drizzle/schema/facts.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import type { RunMemory, RunTelling } from "../../operation/run-memory.ts";
import type { Db } from "../../record/database.ts";
import { sharedParameter } from "../../record/statement.ts";
import { findVersions, versionRow } from "../../record/versions.ts";
import { type FactState, factResource } from "./fact.ts";

/** The relation that facts of the record are read from. */
export const FACTS_OF_RECORD: SQL = sql`${sql.identifier(factResource.table)}`;

/** Sequence of the record that is read in a playthrough. */
interface RunMoment {
  readonly projectId: string;
  readonly atSeq: number;
}

/** Columns of facts, in one order for every part of a relation. */
const COLUMNS = Object.values(getTableColumns(factVersions)).map(({ name }) => name);

/** Columns that a playthrough changes. */
const CHANGED: readonly string[] = ["known_by", "told", "superseded_by", "superseded_reason", "superseded_mode"];

/** Selects the columns of facts from an alias, some of them as expressions. */
export function factColumns(alias: string, changed: Readonly<Record<string, SQL>> = {}): SQL {
  const columns = COLUMNS.map((name) => {
    const column = sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
    const instead = changed[name];
    return instead === undefined ? column : sql`${instead} AS ${sql.identifier(name)}`;
  });
  return sql.join(columns, sql`, `);
}

/**
 * Returns the relation that facts are read from in a playthrough, under the columns of their table: all their versions, those at the
 * sequence with what was told and superseded, and the facts that were made in it.
 */
export async function factsInRun(db: Db, { projectId, atSeq }: RunMoment, run: RunMemory): Promise<SQL> {
  if (run.told.length + run.superseded.length + run.made.length === 0) return FACTS_OF_RECORD;
  const told = Map.groupBy(run.told, ({ fact }) => fact);
  const superseded = new Map(run.superseded.map((each) => [each.fact, each]));
  const changed = (id: string, state: Pick<FactState, "known_by" | "told">) => {
    const own = told.get(id) ?? [];
    const by = superseded.get(id);
    return {
      known_by: knowersWith(
        state.known_by,
        own.map(({ to }) => to),
      ),
      told: { ...state.told, ...Object.fromEntries(own.map((each) => [each.to, tellingOf(each)])) },
      ...(by !== undefined && { superseded_by: by.by, superseded_reason: by.reason, superseded_mode: by.mode }),
    };
  };
  const made = run.made.map(({ id, at, content }) => {
    // A playthrough may be older than a field.
    const state = { ...factResource.defaults, ...(content as unknown as FactState) };
    const seq = Math.min(run.seq, atSeq);
    const meta = { project_id: projectId, id, seq, created_seq: seq, created_at: at, updated_at: at };
    return versionRow(factResource, meta, { ...state, ...changed(id, state) } as never, {});
  });
  const touched = [...new Set([...told.keys(), ...superseded.keys()])];
  const versions = await findVersions(db, factResource, projectId, { id: touched }, atSeq);
  const changes = new Map(versions.map((version) => [version.id, changed(version.id, version)]));
  const table = FACTS_OF_RECORD;
  // A statement names the relation in many places, and its values are sent once.
  const json = (value: unknown) => sql`${sharedParameter(JSON.stringify(value))}::jsonb`;
  const ids = (values: readonly string[]) => sql`${sharedParameter(values)}::text[]`;
  const where = sql`known.project_id = ${projectId} AND known.id`;
  // Rows of the table keep its indexes: whatever is asked of a column that did not change is asked of the table.
  const parts = [
    sql`SELECT ${factColumns("known")} FROM ${table} known WHERE ${where} <> ALL(${ids([...changes.keys()])})`,
  ];
  for (const isSuperseded of [false, true]) {
    const own = [...changes].filter(([id]) => superseded.has(id) === isSuperseded);
    if (own.length === 0) continue;
    const change = sql`(${json(Object.fromEntries(own))} -> known.id)`;
    const names = isSuperseded ? CHANGED : CHANGED.slice(0, 2);
    const columns = names.map((name) => [
      name,
      sql`(${change} ${sql.raw(`${isJson(name) ? "->" : "->>"} '${name}'`)})`,
    ]);
    parts.push(
      sql`SELECT ${factColumns("known", Object.fromEntries(columns))} FROM ${table} known
          WHERE ${where} = ANY(${ids(own.map(([id]) => id))})`,
    );
  }
  if (made.length > 0)
    parts.push(sql`SELECT ${factColumns("made")} FROM jsonb_populate_recordset(NULL::${table}, ${json(made)}) made`);
  return sql`(${sql.join(parts, sql` UNION ALL `)})`;
}

/** Whether a column that a playthrough changes is JSON. */
function isJson(name: string): boolean {
  return name === "known_by" || name === "told";
}

function tellingOf({ how, from }: RunTelling): Telling {
  return { how: WAYS_TO_KNOW.find((way) => way === how) ?? "told", from };
}

/** Returns those who know a fact once some more were told it. */
export function knowersWith(knownBy: KnownBy, told: readonly string[]): KnownBy {
  return knownBy === EVERYONE ? EVERYONE : [...new Set([...knownBy, ...told])];
}
