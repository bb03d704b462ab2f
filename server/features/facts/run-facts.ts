import { type SQL, sql } from "drizzle-orm";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import type { KnownBy, Telling } from "#drizzle/schema/facts.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import type { RunMemory, RunTelling } from "../../operation/run-memory.ts";
import { type Db, jsonb, textArray } from "../../record/database.ts";
import { findVersions, versionRow } from "../../record/versions.ts";
import { type FactState, factResource } from "./fact.ts";

/** The relation that facts of the record are read from. */
export const FACTS_OF_RECORD: SQL = sql`${sql.identifier(factResource.table)}`;

/** Sequence of the record that is read in a playthrough. */
interface RunMoment {
  readonly projectId: string;
  readonly atSeq: number;
}

/**
 * Returns the relation that facts are read from in a playthrough, under the columns of their table: all their versions, those at the
 * sequence with what was told and superseded, and the facts that were made in it.
 */
export async function factsInRun(db: Db, { projectId, atSeq }: RunMoment, run: RunMemory): Promise<SQL> {
  if (run.told.length + run.superseded.length + run.made.length === 0) return FACTS_OF_RECORD;
  const told = Map.groupBy(run.told, ({ fact }) => fact);
  const superseded = new Map(run.superseded.map((each) => [each.fact, each]));
  const changed = (id: string, { known_by, told: before }: Pick<FactState, "known_by" | "told">) => {
    const own = told.get(id) ?? [];
    const by = superseded.get(id);
    return {
      known_by: knowersWith(
        known_by,
        own.map(({ to }) => to),
      ),
      told: { ...before, ...Object.fromEntries(own.map((each) => [each.to, tellingOf(each)])) },
      ...(by !== undefined && { superseded_by: by.by, superseded_reason: by.reason, superseded_mode: by.mode }),
    };
  };
  const made = run.made.map(({ id, at, content }) => {
    const state = { ...(content as unknown as FactState) };
    const seq = Math.min(run.seq, atSeq);
    const meta = { project_id: projectId, id, seq, created_seq: seq, created_at: at, updated_at: at };
    return versionRow(factResource, meta, { ...state, ...changed(id, state) } as never, {});
  });
  const ids = [...new Set([...told.keys(), ...superseded.keys()])];
  const versions = await findVersions(db, factResource, projectId, { id: ids }, atSeq);
  const changes = Object.fromEntries(versions.map((version) => [version.id, changed(version.id, version)]));
  const table = FACTS_OF_RECORD;
  const touched = textArray(Object.keys(changes));
  // The alias is the name of no column: a row as a whole is called by it.
  return sql`(SELECT known.* FROM ${table} known WHERE known.project_id = ${projectId} AND known.id <> ALL(${touched})
    UNION ALL SELECT r.* FROM ${table} known CROSS JOIN LATERAL jsonb_populate_record(known, ${jsonb(changes)} -> known.id) r
      WHERE known.project_id = ${projectId} AND known.id = ANY(${touched})
    UNION ALL SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${jsonb(made)}))`;
}

function tellingOf({ how, from }: RunTelling): Telling {
  return { how: WAYS_TO_KNOW.find((way) => way === how) ?? "told", from };
}

/** Returns those who know a fact once some more were told it. */
export function knowersWith(knownBy: KnownBy, told: readonly string[]): KnownBy {
  return knownBy === EVERYONE ? EVERYONE : [...new Set([...knownBy, ...told])];
}
