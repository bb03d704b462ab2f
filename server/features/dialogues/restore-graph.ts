import type { JsonObject } from "../../kernel/json.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Resource, stateOf, type Versioned } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { findVersions, lastVersion } from "../../record/versions.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";

const PARTS = [groupResource, nodeResource, annotationResource] as unknown as Resource<JsonObject>[];
const GRAPH = graphResource as unknown as Resource<JsonObject>;

/** How many subjects a restore wrote, by what it did to them. */
export interface GraphRestoration {
  brought_back: number;
  changed: number;
  deleted: number;
}

/**
 * Brings a whole dialogue to the state it had at a sequence, written forward: what was deleted since comes back, what
 * changed changes back, what was added since goes. A deleted dialogue comes back as well.
 */
export async function restoreGraphIn(record: UnitOfWork, graphId: string, seq: number): Promise<GraphRestoration> {
  const { db, projectId } = record;
  const then = (await findVersions<JsonObject>(db, GRAPH, projectId, { id: graphId }, seq))[0];
  if (then === undefined) throw new Problem("not_found");
  const counts: GraphRestoration = { brought_back: 0, changed: 0, deleted: 0 };
  await bring(record, GRAPH, then, counts);
  for (const part of PARTS) {
    const wanted = await findVersions<JsonObject>(db, part, projectId, { graph_id: graphId }, seq);
    const present = await record.find(part, { graph_id: graphId });
    const kept = new Set(wanted.map(({ id }) => id));
    for (const each of present) {
      if (kept.has(each.id)) continue;
      record.remove(part, each, { causation: graphId });
      counts.deleted += 1;
    }
    await record.load(part, [...kept]);
    for (const each of wanted) await bring(record, part, each, counts);
  }
  return counts;
}

async function bring(
  record: UnitOfWork,
  resource: Resource<JsonObject>,
  wanted: Versioned<JsonObject>,
  counts: GraphRestoration,
): Promise<void> {
  const current = await record.get(resource, wanted.id);
  const state = stateOf(resource, wanted);
  if (current === null) {
    const last = await lastVersion<JsonObject>(record.db, resource, record.projectId, wanted.id);
    record.restore(resource, last ?? wanted, state, { verb: "restored" });
    counts.brought_back += 1;
  } else if (current.valid_from_seq !== wanted.valid_from_seq) {
    record.update(resource, current, state, { verb: "restored" });
    counts.changed += 1;
  }
}
