import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { ApiForm } from "../../record/api-form.ts";
import { type Columns, jsonb } from "../../record/database.ts";
import { sourceFields } from "../entities/public.ts";
import { graphResource } from "./resources.ts";
import { DialogueGraph, graphFields } from "./schemas.ts";
import type { GraphState } from "./states.ts";
import { toGraph } from "./wire.ts";

/** Dialogues in the feed and in comparisons: each with the number of nodes it had then. */
export const graphForm: ApiForm<GraphState> = {
  resource: graphResource,
  schema: DialogueGraph,
  fields: { ...graphFields, ...sourceFields },
  example: { state: { name: "At the gate" }, edits: { updated: { start_node_id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq" } } },
  show: async (db, project, moments) => {
    const keys = moments.map(({ version, seq }) => ({ id: version.id, seq }));
    const rows = await db.execute<Columns<"dialogue_node_versions", "id"> & { seq: number; nodes: number }>(
      sql`SELECT k.id, k.seq, count(*)::int AS nodes FROM jsonb_to_recordset(${jsonb(keys)}) AS k(id text, seq bigint)
          JOIN dialogue_node_versions n ON n.project_id = ${project.id} AND n.graph_id = k.id
            AND n.valid_from_seq <= k.seq AND n.valid_to_seq >= k.seq GROUP BY k.id, k.seq`,
    );
    const counts = new Map(rows.map(({ id, seq, nodes }) => [`${seq} ${id}`, nodes]));
    return moments.map(({ version, seq }) => toGraph(version, counts.get(`${seq} ${version.id}`) ?? 0) as JsonObject);
  },
};
