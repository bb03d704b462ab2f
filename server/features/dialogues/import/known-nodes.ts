import { sql } from "drizzle-orm";
import { isOneOf } from "../../../record/database.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { fieldsOfParts } from "../../../record/version-pages.ts";
import { holds } from "../../../record/versions.ts";
import { nodeResource } from "../resources.ts";
import type { NodeVersion } from "../states.ts";

/** Fields of an existing node that matching and the report need; the rest is read with its piece. */
const NODE_FIELDS = ["graph_id", "source_format", "source_key", "group_id", "speaker_id", "title", "kind"] as const;
export type KnownNode = Pick<NodeVersion, "id" | (typeof NODE_FIELDS)[number]>;

/** Nodes of dialogues of the project, each dialogue read once. */
export class KnownNodes {
  readonly #record: UnitOfWork;
  readonly #nodes = new Map<string, readonly KnownNode[]>();

  constructor(record: UnitOfWork) {
    this.#record = record;
  }

  /** Reads the nodes of some dialogues ahead, in one statement. */
  async read(graphIds: readonly string[]): Promise<void> {
    const { db, projectId, seq } = this.#record;
    const missing = graphIds.filter((id) => !this.#nodes.has(id));
    const nodes = await fieldsOfParts(db, nodeResource, projectId, missing, NODE_FIELDS, seq);
    const byGraph = Map.groupBy(nodes, ({ graph_id }) => graph_id);
    for (const id of missing) this.#nodes.set(id, byGraph.get(id) ?? []);
  }

  /** Nodes of a dialogue that was read; none of another one. */
  of(graphId: string): readonly KnownNode[] {
    return this.#nodes.get(graphId) ?? [];
  }
}

/** Ids of the variables that logic of some dialogues uses; of cards that came from a format, unless it is null. */
export async function variablesUsedBy(
  { db, projectId, seq }: UnitOfWork,
  graphIds: readonly string[],
  format: string | null,
): Promise<string[]> {
  const ofFormat = format === null ? sql`` : sql` AND source_format = ${format}`;
  const rows = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT mention AS id FROM dialogue_node_versions, unnest(mentions) AS mention
        WHERE project_id = ${projectId} AND ${isOneOf(sql`graph_id`, graphIds)} AND ${holds(seq)}${ofFormat}
          AND starts_with(mention, 'var_')`,
  );
  return rows.map(({ id }) => id);
}

/** Ids of those nodes of a dialogue whose last change was not made by an import, which notes the dialogue as its cause. */
export async function changedHere(
  { db, projectId }: UnitOfWork,
  graphId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.execute<{ id: string; causation: string | null }>(
    sql`SELECT DISTINCT ON (subject_id) subject_id AS id, causation FROM events
        WHERE project_id = ${projectId} AND ${isOneOf(sql`subject_id`, ids)} ORDER BY subject_id, seq DESC`,
  );
  return new Set(rows.flatMap(({ id, causation }) => (causation === graphId ? [] : id)));
}
