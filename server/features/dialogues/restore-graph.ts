import type { JsonObject } from "#domain/json.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Resource, stateOf, type Versioned } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { fieldsOfParts, versionPages } from "../../record/version-pages.ts";
import { findVersions, lastVersions } from "../../record/versions.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";

const PARTS = [groupResource, nodeResource, annotationResource] as unknown as Resource<Part>[];
const GRAPH = graphResource as unknown as Resource<JsonObject>;

type Part = JsonObject & { graph_id: string };

/** How many subjects a restore wrote, by what it did to them. */
export interface GraphRestoration {
  brought_back: number;
  changed: number;
  deleted: number;
}

/**
 * Brings a whole dialogue to the state it had at a sequence, written forward: what was deleted since comes back, what changed
 * changes back, what was added since goes. A deleted dialogue comes back as well. Its parts are read and written a page at a
 * time; of all of them at once only ids are in memory.
 *
 * @throws {@link Problem} `not_found` where the dialogue did not exist at the sequence.
 */
export async function restoreGraphIn(record: UnitOfWork, graphId: string, seq: number): Promise<GraphRestoration> {
  const { db, projectId } = record;
  const then = (await findVersions<JsonObject>(db, GRAPH, projectId, { id: graphId }, seq))[0];
  if (then === undefined) throw new Problem("not_found");
  const counts: GraphRestoration = { brought_back: 0, changed: 0, deleted: 0 };
  const at = { seq, headSeq: record.seq };
  // How much differs is not known before it is compared.
  record.beginPieces(PARTS, null);
  await bring(record, GRAPH, [then], counts);
  for (const part of PARTS) {
    const kept = new Set((await fieldsOfParts(db, part, projectId, [graphId], [], seq)).map(({ id }) => id));
    for await (const page of record.partsOf(part, graphId)) {
      for (const each of page) {
        if (kept.has(each.id)) continue;
        record.remove(part, each, { causation: graphId });
        counts.deleted += 1;
      }
      await endPage(record, part, page);
    }
    for await (const page of versionPages(db, part, projectId, graphId, at)) {
      await bring(record, part, page, counts);
      await endPage(record, part, page);
    }
  }
  return counts;
}

/** Brings some subjects to the versions they once had. */
async function bring<S extends JsonObject>(
  record: UnitOfWork,
  resource: Resource<S>,
  wanted: readonly Versioned<S>[],
  counts: GraphRestoration,
): Promise<void> {
  const present = await record.load(
    resource,
    wanted.map(({ id }) => id),
  );
  const gone = wanted.filter(({ id }) => !present.has(id)).map(({ id }) => id);
  const last = gone.length === 0 ? [] : await lastVersions(record.db, resource, record.projectId, gone);
  const origins = new Map(last.map((version) => [version.id, version]));
  for (const version of wanted) {
    const current = present.get(version.id);
    const state = stateOf(resource, version);
    if (current === undefined) {
      record.restore(resource, origins.get(version.id) ?? version, state, { verb: "restored" });
      counts.brought_back += 1;
    } else if (current.valid_from_seq !== version.valid_from_seq) {
      record.update(resource, current, state, { verb: "restored" });
      counts.changed += 1;
    }
  }
}

/** Writes what a page came to, and forgets its subjects whether they were changed or not. */
async function endPage(record: UnitOfWork, resource: Resource<Part>, page: readonly { id: string }[]): Promise<void> {
  await record.writePiece();
  record.forget(
    resource as unknown as Resource<never>,
    page.map(({ id }) => id),
  );
}
