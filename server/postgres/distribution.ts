import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";

/** The column by whose value the rows of projects are placed on nodes. */
const PROJECT = "project_id";
/** The table with which every table of projects shares its placement. */
const HEADS = "project_heads";

/** A table as this version declares it. */
export interface DeclaredTable {
  readonly name: string;
  /** Whether its rows belong to projects, and lie where the heads of those lie. */
  readonly isOfProjects: boolean;
  /** Names of the tables that its foreign keys name. */
  readonly refersTo: readonly string[];
}

/** A table as a database with Citus has it. */
export interface PlacedTable {
  readonly name: string;
  /** Whether the user of this connection may act as its owner. */
  readonly is_owned: boolean;
  /** `local`: on the coordinator alone. `reference`: whole on every node. `distributed`: by the value of `column`. */
  readonly placement: "local" | "reference" | "distributed";
  readonly column: string | null;
  /** Tables with one value have the rows of one project on one node. */
  readonly colocation: number | null;
  /** Size of the rows on the coordinator that are no part of the table any more, once it is placed. */
  readonly local_bytes: number;
}

/** Statements that place the tables of a database, or the reasons for which none is executed. */
export interface Distribution {
  /** Statements in the order of their execution; those of tables in their place are not among them. */
  readonly statements: readonly { readonly table: DeclaredTable; readonly text: string }[];
  /** Sentences, each with what to do; empty where the statements can be executed. */
  readonly refusals: readonly string[];
}

/** Reads from declarations what decides on the placement of tables. */
export function declaredTables(tables: readonly PgTable[]): DeclaredTable[] {
  return tables.map((table) => {
    const { name, columns, foreignKeys } = getTableConfig(table);
    return {
      name,
      isOfProjects: columns.some((column) => column.name === PROJECT),
      refersTo: foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name),
    };
  });
}

/**
 * Plans the placement of tables: those of projects are distributed by project, beside the heads, and all others are on every node.
 * A table comes behind those that its foreign keys name.
 */
export function planDistribution(declared: readonly DeclaredTable[], placed: readonly PlacedTable[]): Distribution {
  const found = new Map(placed.map((table) => [table.name, table]));
  const heads = found.get(HEADS)?.colocation ?? null;
  const due = inOrder(declared).filter(({ name }) => (found.get(name)?.placement ?? "local") === "local");
  return {
    statements: due.map((table) => ({ table, text: statementFor(table) })),
    refusals: declared.flatMap((table) => refusalOf(table, found.get(table.name), heads) ?? []),
  };
}

function statementFor({ name, isOfProjects }: DeclaredTable): string {
  if (!isOfProjects) return `SELECT create_reference_table('${name}')`;
  const beside = name === HEADS ? "none" : HEADS;
  return `SELECT create_distributed_table('${name}', '${PROJECT}', colocate_with => '${beside}')`;
}

/**
 * Statements that free the coordinator of the rows that were copied to the nodes. A table takes along what refers to it: every table
 * is placed when they are executed.
 */
export function planClearing(declared: readonly DeclaredTable[], placed: readonly PlacedTable[]): string[] {
  const names = new Set(declared.map(({ name }) => name));
  return placed
    .filter(({ name, placement, local_bytes }) => names.has(name) && placement !== "local" && local_bytes > 0)
    .map(({ name }) => `SELECT truncate_local_data_after_distributing_table('${name}')`);
}

/** Tables that are everywhere first, each behind those it refers to, then the heads, then what lies beside them. */
function inOrder(declared: readonly DeclaredTable[]): DeclaredTable[] {
  const byName = new Map(declared.map((table) => [table.name, table]));
  const ordered = new Set<DeclaredTable>();
  const add = (table: DeclaredTable) => {
    if (ordered.has(table)) return;
    for (const name of table.refersTo) {
      const other = byName.get(name);
      if (other !== undefined && other !== table) add(other);
    }
    ordered.add(table);
  };
  const rank = ({ name, isOfProjects }: DeclaredTable) => (isOfProjects ? (name === HEADS ? 1 : 2) : 0);
  for (const table of declared.toSorted((a, b) => rank(a) - rank(b))) add(table);
  return [...ordered];
}

function refusalOf(table: DeclaredTable, placed: PlacedTable | undefined, heads: number | null): string | null {
  const { name, isOfProjects } = table;
  if (placed === undefined) return `There is no table ${name}: run npm start with this version once.`;
  const again = `run SELECT undistribute_table('${name}') and distribute again.`;
  if (placed.placement === "reference" && isOfProjects)
    return `${name} is on every node, and is to be by project: ${again}`;
  if (placed.placement === "distributed") {
    if (!isOfProjects) return `${name} is distributed, and is to be on every node: ${again}`;
    if (placed.column !== PROJECT) return `${name} is distributed by ${placed.column}, not by ${PROJECT}: ${again}`;
    if (placed.colocation !== heads) return `${name} does not lie where ${HEADS} lies: ${again}`;
  }
  if (placed.placement === "local" && !placed.is_owned)
    return `${name} belongs to another user: run this as its owner, or make DATABASE_URL's user its owner.`;
  return null;
}
