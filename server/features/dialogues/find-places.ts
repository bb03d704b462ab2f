import { sql } from "drizzle-orm";
import { branchName, nodeName } from "#domain/dialogue/names.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import { branchIds } from "#drizzle/schema/dialogues.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { findVersions, holds } from "../../record/versions.ts";
import { graphResource, nodeResource } from "./resources.ts";

/** A node, branch or dialogue by its name. */
export interface NamedPlace {
  readonly id: string;
  readonly type: "node" | "branch" | "dialogue";
  /** Display name in the studio: a title or first words. */
  readonly name: string;
  readonly graph_id: string;
  /** The node of a branch, and a node itself; null for a dialogue. */
  readonly node_id: string | null;
}

/** Nodes, branches and dialogues of these ids that a project has at a sequence, whichever dialogue they are in. */
export async function findPlaces(
  db: Db,
  projectId: string,
  ids: readonly string[],
  atSeq: number | null,
): Promise<NamedPlace[]> {
  const of = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(prefix)))];
  const [nodeIds, branchIds, graphIds] = [of("node_"), of("br_"), of("dlg_")];
  const [nodes, branches, graphs] = [
    nodeIds.length === 0 ? [] : await findVersions(db, nodeResource, projectId, { id: nodeIds }, atSeq),
    branchIds.length === 0 ? [] : await findBranches(db, projectId, branchIds, atSeq),
    graphIds.length === 0 ? [] : await findVersions(db, graphResource, projectId, { id: graphIds }, atSeq),
  ];
  return [
    ...nodes.map((node) => ({
      id: node.id,
      type: "node" as const,
      name: nodeName(node),
      graph_id: node.graph_id,
      node_id: node.id,
    })),
    ...branches,
    ...graphs.map(({ id, name }) => ({ id, type: "dialogue" as const, name, graph_id: id, node_id: null })),
  ];
}

/** Branches are within their nodes, by id: the index of those ids names the nodes, and only the entries that are asked for are read. */
async function findBranches(
  db: Db,
  projectId: string,
  ids: readonly string[],
  atSeq: number | null,
): Promise<NamedPlace[]> {
  const asked = textArray([...ids]);
  const rows = await db.execute<
    Columns<"dialogue_node_versions", "graph_id"> & {
      id: string;
      node_id: string;
      kind: Branch["kind"];
      choice_text: string;
    }
  >(
    sql`SELECT b.key AS id, n.id AS node_id, n.graph_id, b.value ->> 'kind' AS kind, b.value ->> 'choice_text' AS choice_text
        FROM dialogue_node_versions n CROSS JOIN LATERAL jsonb_each(n.branches) b
        WHERE n.project_id = ${projectId} AND ${holds(atSeq, "n")} AND ${branchIds} ?| ${asked} AND b.key = ANY(${asked})`,
  );
  return rows.map(({ id, node_id, graph_id, kind, choice_text }) => ({
    id,
    type: "branch",
    name: branchName({ kind, choice_text }),
    graph_id,
    node_id,
  }));
}
