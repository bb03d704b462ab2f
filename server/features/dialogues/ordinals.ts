import { type SQL, sql } from "drizzle-orm";
import { branchesFromKeyed } from "#domain/dialogue/keyed.ts";
import { type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import { LEAVES_GRAPH, NO_TARGET } from "#domain/structural-checks.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, isOneOf } from "../../record/database.ts";
import type {
  AppliedChange,
  Derivation,
  DerivationView,
  FoldingDeriver,
  LiveChange,
  LiveDeriver,
} from "../../record/resource.ts";
import type { NodeState } from "./states.ts";

/** Node ids of one graph and their permanent numbers. */
type Ordinals = Map<string, number>;

/**
 * Gives every node a small number at its first mention in a graph, as itself or as a target, in the order of the record;
 * numbers are never reused. A version row carries its own number and those of its targets, so that validation at any
 * sequence loads integers and no text.
 */
export const ordinalDerivation: Derivation = {
  live: (view) => new LiveOrdinals(view),
  folding: (projectId) => new FoldingOrdinals(projectId),
};

/** Columns of one version; ids without a number get the next one through `assign`. */
function columnsOf(id: string, state: NodeState, assign: (graphId: string, nodeId: string) => number): JsonObject {
  const ordinal = assign(state.graph_id, id);
  const targets = branchesFromKeyed(state.branches).map((branch) => {
    if (branch.target_graph_id !== null && branch.target_graph_id !== state.graph_id) return LEAVES_GRAPH;
    return branch.target_node_id === null ? NO_TARGET : assign(state.graph_id, branch.target_node_id);
  });
  return { ordinal, target_ordinals: targets };
}

function mentioned(id: string, state: NodeState): string[] {
  return [id, ...branchesFromKeyed(state.branches).flatMap(({ target_node_id }) => target_node_id ?? [])];
}

/** Changes looked up at once: more than a batch may have, and others get their turn in between. */
const AT_ONCE = 1_000;

class LiveOrdinals implements LiveDeriver {
  private readonly view: DerivationView;
  /** Numbers of the nodes that were asked about, by graph; null was never mentioned. */
  private readonly known = new Map<string, Map<string, number | null>>();
  /** The next number of each graph. */
  private readonly next = new Map<string, number>();
  private fresh: JsonObject[] = [];

  constructor(view: DerivationView) {
    this.view = view;
  }

  async derive(changes: readonly LiveChange[]): Promise<JsonObject[]> {
    const kept = changes as LiveChange<NodeState>[];
    const columns: JsonObject[] = [];
    for (let at = 0; at < kept.length; at += AT_ONCE) {
      const some = kept.slice(at, at + AT_ONCE);
      await this.load(some.filter((change) => columnsAsBefore(change) === null));
      for (const change of some) {
        const { id, after } = change;
        const assign = (graphId: string, nodeId: string) => this.assign(graphId, nodeId);
        columns.push(after === null ? {} : (columnsAsBefore(change) ?? columnsOf(id, after, assign)));
      }
    }
    return columns;
  }

  take(): SQL[] {
    const { fresh } = this;
    this.fresh = [];
    return fresh.length === 0 ? [] : [insertRows("dialogue_ordinals", fresh)];
  }

  private async load(changes: readonly LiveChange<NodeState>[]): Promise<void> {
    const { db, projectId } = this.view;
    const missing = new Set<string>();
    const graphs = new Set<string>();
    for (const { id, after } of changes) {
      if (after === null) continue;
      const known = this.known.get(after.graph_id) ?? new Map<string, number | null>();
      this.known.set(after.graph_id, known);
      for (const nodeId of mentioned(id, after)) {
        if (known.has(nodeId)) continue;
        known.set(nodeId, null);
        missing.add(nodeId);
        graphs.add(after.graph_id);
      }
    }
    if (graphs.size === 0) return;
    const uncounted = [...graphs].filter((graphId) => !this.next.has(graphId));
    const [rows, tops] = await Promise.all([
      db.execute<Columns<"dialogue_ordinals", "graph_id" | "node_id" | "ordinal">>(
        sql`SELECT graph_id, node_id, ordinal FROM dialogue_ordinals WHERE project_id = ${projectId}
            AND ${isOneOf(sql`graph_id`, [...graphs])} AND ${isOneOf(sql`node_id`, [...missing])}`,
      ),
      uncounted.length === 0
        ? []
        : db.execute<Columns<"dialogue_ordinals", "graph_id"> & { top: number }>(
            sql`SELECT graph_id, max(ordinal) AS top FROM dialogue_ordinals WHERE project_id = ${projectId}
                AND ${isOneOf(sql`graph_id`, uncounted)} GROUP BY graph_id`,
          ),
    ]);
    for (const graphId of uncounted) this.next.set(graphId, 0);
    for (const row of tops) this.next.set(row.graph_id, row.top + 1);
    for (const row of rows) {
      const known = this.known.get(row.graph_id);
      // What this transaction gave and has not written yet is not in the database.
      if (known?.get(row.node_id) === null) known.set(row.node_id, row.ordinal);
    }
  }

  private assign(graphId: string, nodeId: string): number {
    const known = this.known.get(graphId);
    const had = known?.get(nodeId) ?? null;
    if (had !== null) return had;
    const ordinal = this.next.get(graphId) ?? 0;
    this.next.set(graphId, ordinal + 1);
    known?.set(nodeId, ordinal);
    this.fresh.push({ project_id: this.view.projectId, graph_id: graphId, node_id: nodeId, ordinal });
    return ordinal;
  }
}

/** The columns of the version that a change builds on, when nothing they come from changed: most edits are of words. */
function columnsAsBefore({ before, after, stored }: LiveChange<NodeState>): JsonObject | null {
  if (before === null || after === null || stored === null || before.graph_id !== after.graph_id) return null;
  if (before.branches !== after.branches && !jsonEqual(targetsOf(before), targetsOf(after))) return null;
  const { ordinal, target_ordinals } = stored as unknown as JsonObject;
  return ordinal === undefined || target_ordinals === undefined ? null : { ordinal, target_ordinals };
}

function targetsOf({ branches }: NodeState): Json[] {
  return branchesFromKeyed(branches).flatMap(({ target_graph_id, target_node_id }) => [
    target_graph_id,
    target_node_id,
  ]);
}

class FoldingOrdinals implements FoldingDeriver {
  private readonly projectId: string;
  private readonly graphs = new Map<string, Ordinals>();

  constructor(projectId: string) {
    this.projectId = projectId;
  }

  async derive(changes: readonly AppliedChange[]): Promise<JsonObject[]> {
    return (changes as AppliedChange<NodeState>[]).map(({ id, after }) =>
      after === null ? {} : columnsOf(id, after, (graphId, nodeId) => this.assign(graphId, nodeId)),
    );
  }

  private assign(graphId: string, nodeId: string): number {
    const ordinals = this.graphs.get(graphId) ?? new Map<string, number>();
    this.graphs.set(graphId, ordinals);
    const ordinal = ordinals.get(nodeId) ?? ordinals.size;
    ordinals.set(nodeId, ordinal);
    return ordinal;
  }

  tables(): Map<string, JsonObject[]> {
    const rows: JsonObject[] = [];
    for (const [graphId, ordinals] of this.graphs) {
      for (const [nodeId, ordinal] of ordinals) {
        rows.push({ project_id: this.projectId, graph_id: graphId, node_id: nodeId, ordinal });
      }
    }
    return new Map([["dialogue_ordinals", rows]]);
  }
}
