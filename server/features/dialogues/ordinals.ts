import { sql } from "drizzle-orm";
import { branchesFromKeyed } from "#domain/keyed.ts";
import { LEAVES_GRAPH, NO_TARGET } from "#domain/structural-checks.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { insertRows } from "../../record/append.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { AppliedChange, Derivation, Deriver, FoldingDeriver } from "../../record/resource.ts";
import type { NodeState } from "./states.ts";

/** Node ids of one graph and their permanent numbers. */
type Ordinals = Map<string, number>;

/**
 * Gives every node a small number at its first mention in a graph, as itself or as a target, in the order of the record;
 * numbers are never reused. A version row carries its own number and those of its targets, so that validation at any
 * sequence loads integers and no text.
 */
export const ordinalDerivation: Derivation = {
  live: (db, projectId) => new LiveOrdinals(db, projectId),
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

class LiveOrdinals implements Deriver {
  private readonly db: Db;
  private readonly projectId: string;

  constructor(db: Db, projectId: string) {
    this.db = db;
    this.projectId = projectId;
  }

  async derive(changes: readonly AppliedChange[]): Promise<JsonObject[]> {
    const kept = changes as unknown as AppliedChange<NodeState>[];
    const ids = kept.flatMap(({ id, after }) => (after === null ? [] : mentioned(id, after)));
    const graphs = [...new Set(kept.flatMap(({ after }) => after?.graph_id ?? []))];
    if (graphs.length === 0) return kept.map(() => ({}));
    const known = new Map<string, Ordinals>(graphs.map((graphId) => [graphId, new Map()]));
    const rows = await this.db.execute<{ graph_id: string; node_id: string; ordinal: number }>(
      sql`SELECT graph_id, node_id, ordinal FROM dialogue_ordinals WHERE project_id = ${this.projectId}
          AND graph_id = ANY(${textArray(graphs)}) AND node_id = ANY(${textArray([...new Set(ids)])})`,
    );
    for (const row of rows) known.get(row.graph_id)?.set(row.node_id, row.ordinal);
    const next = new Map<string, number>(graphs.map((graphId) => [graphId, 0]));
    const tops = await this.db.execute<{ graph_id: string; top: number }>(
      sql`SELECT graph_id, max(ordinal) AS top FROM dialogue_ordinals WHERE project_id = ${this.projectId}
          AND graph_id = ANY(${textArray(graphs)}) GROUP BY graph_id`,
    );
    for (const row of tops) next.set(row.graph_id, row.top + 1);
    const fresh: JsonObject[] = [];
    const assign = (graphId: string, nodeId: string): number => {
      const ordinals = known.get(graphId);
      const had = ordinals?.get(nodeId);
      if (had !== undefined) return had;
      const ordinal = next.get(graphId) ?? 0;
      next.set(graphId, ordinal + 1);
      ordinals?.set(nodeId, ordinal);
      fresh.push({ project_id: this.projectId, graph_id: graphId, node_id: nodeId, ordinal });
      return ordinal;
    };
    const columns = kept.map(({ id, after }) => (after === null ? {} : columnsOf(id, after, assign)));
    if (fresh.length > 0) await this.db.execute(insertRows("dialogue_ordinals", fresh));
    return columns;
  }
}

class FoldingOrdinals implements FoldingDeriver {
  private readonly projectId: string;
  private readonly graphs = new Map<string, Ordinals>();

  constructor(projectId: string) {
    this.projectId = projectId;
  }

  async derive(changes: readonly AppliedChange[]): Promise<JsonObject[]> {
    return (changes as unknown as AppliedChange<NodeState>[]).map(({ id, after }) =>
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
