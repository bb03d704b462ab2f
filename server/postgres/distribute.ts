import { sql } from "drizzle-orm";
import { TABLES } from "#drizzle/tables.ts";
import { StartProblem } from "../kernel/start-problem.ts";
import type { Db } from "../record/database.ts";
import { declaredTables, type PlacedTable, planClearing, planDistribution } from "./distribution.ts";

/** Major version from which on Citus has what is asked of it here. */
const LEAST_VERSION = 12;

/** Numbers of tables: all that are placed so, and those that this run placed. */
export interface DistributionReport {
  readonly nodes: number;
  readonly reference: { readonly all: number; readonly now: number };
  readonly ofProjects: { readonly all: number; readonly now: number };
}

/**
 * Distributes the tables of this version over the nodes of Citus, each in a transaction of its own. A run that was ended goes on
 * where it was, and one that finds everything in its place does nothing.
 *
 * @throws StartProblem with every reason why it cannot be done; then nothing was changed, unless Citus itself refused a table.
 */
export async function distribute(db: Db): Promise<DistributionReport> {
  const nodes = await requireCluster(db);
  const declared = declaredTables(TABLES);
  const { statements, refusals } = planDistribution(declared, await placedTables(db));
  if (refusals.length > 0) throw new StartProblem(refusals.join("\n"));
  if (statements.length > 0) await requireStopped(db);
  for (const { table, text } of statements) {
    try {
      await change(db, text);
    } catch (error) {
      throw new StartProblem(`Citus does not take ${table.name}: ${(error as Error).message}`);
    }
  }
  for (const text of planClearing(declared, await placedTables(db))) await change(db, text);
  const count = (isOfProjects: boolean) => ({
    all: declared.filter((table) => table.isOfProjects === isOfProjects).length,
    now: statements.filter(({ table }) => table.isOfProjects === isOfProjects).length,
  });
  return { nodes, reference: count(false), ofProjects: count(true) };
}

/** Calls a function of Citus that changes a table. */
function change(db: Db, text: string): Promise<unknown> {
  return db.execute({ text, values: [], mayWrite: true });
}

/** Number of the nodes that take data. */
async function requireCluster(db: Db): Promise<number> {
  const [extension] = await db.execute<{ version: string }>(
    sql`SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  );
  if (extension === undefined) {
    throw new StartProblem(
      "This database does not have the extension Citus: install Citus on every node, name it in shared_preload_libraries, and run " +
        "CREATE EXTENSION citus in this database on each of them.",
    );
  }
  if (Number.parseInt(extension.version, 10) < LEAST_VERSION) {
    throw new StartProblem(
      `This database has Citus ${extension.version}, and ${LEAST_VERSION} or later is needed: update it.`,
    );
  }
  const [cluster] = await db.execute<{ is_known: boolean; nodes: number }>(
    sql`SELECT count(*) FILTER (WHERE isactive AND noderole = 'primary' AND shouldhaveshards)::int AS nodes,
          coalesce(bool_or(groupid = 0), false) AS is_known FROM pg_dist_node`,
  );
  if (cluster?.is_known !== true) {
    throw new StartProblem(
      "Citus does not know the address of its coordinator: run SELECT citus_set_coordinator_host('host', port) there.",
    );
  }
  if (cluster.nodes === 0) {
    throw new StartProblem("No node takes data: add each with SELECT citus_add_node('host', port) on the coordinator.");
  }
  return cluster.nodes;
}

/** Processes of the product would wait for the locks of each table, and meet tables of which some are distributed. */
async function requireStopped(db: Db): Promise<void> {
  const [running] = await db.execute<{ processes: number }>(
    sql`SELECT count(*)::int AS processes FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'fabula-listen'`,
  );
  if ((running?.processes ?? 0) > 0) {
    throw new StartProblem(
      "Fabula is running on this database, and its writes are in the way: stop every process of it first.",
    );
  }
}

function placedTables(db: Db): Promise<(PlacedTable & Record<string, unknown>)[]> {
  return db.execute(
    sql`SELECT c.relname AS name, pg_has_role(c.relowner, 'USAGE') AS is_owned, p.colocationid AS colocation,
          pg_relation_size(c.oid) AS local_bytes,
          CASE WHEN p.partmethod = 'n' AND p.repmodel = 't' THEN 'reference'
            WHEN p.partmethod IS NULL OR p.partmethod = 'n' AND p.colocationid = 0 THEN 'local' ELSE 'distributed' END AS placement,
          CASE WHEN p.partkey IS NOT NULL THEN column_to_column_name(p.logicalrelid, p.partkey) END AS column
        FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`,
  );
}
