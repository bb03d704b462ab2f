import type { JsonObject } from "#domain/json.ts";
import { Problem } from "../../kernel/problem.ts";
import { type BroughtBack, bringBack } from "../../record/bring-back.ts";
import type { Resource } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { fieldsOfParts, versionPages } from "../../record/version-pages.ts";
import { findVersions } from "../../record/versions.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";

const PARTS = [groupResource, nodeResource, annotationResource] as Resource<Part>[];
const GRAPH = graphResource as unknown as Resource<JsonObject>;

type Part = JsonObject & { graph_id: string };

/** Number of subjects that a restore wrote, by the change made to them. */
export interface GraphRestoration extends BroughtBack {
  deleted: number;
}

/**
 * Brings a whole dialogue to the state it had at a sequence, written forward: what was deleted since comes back, what changed
 * changes back, what was added since goes. A deleted dialogue comes back as well. Its parts are read and written a page at a
 * time; of all of them at once only ids are in memory. One that is tried out stays in memory whole: nothing of it is in a table
 * where what refers to it could find it.
 *
 * @throws {@link Problem} `not_found` where the dialogue did not exist at the sequence.
 */
export async function restoreGraphIn(
  record: UnitOfWork,
  graphId: string,
  seq: number,
  isTrial: boolean,
): Promise<GraphRestoration> {
  const { db, projectId } = record;
  const then = (await findVersions<JsonObject>(db, GRAPH, projectId, { id: graphId }, seq))[0];
  if (then === undefined) throw new Problem("not_found");
  const counts: GraphRestoration = { brought_back: 0, changed: 0, deleted: 0 };
  // How much differs is not known before it is compared.
  record.beginPieces(isTrial ? [] : PARTS, null);
  await bringBack(record, GRAPH, [then], counts);
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
    for await (const page of versionPages(db, part, projectId, graphId, seq)) {
      await bringBack(record, part, page, counts);
      await endPage(record, part, page);
    }
  }
  return counts;
}

/** Writes what a page came to, and forgets its subjects whether they were changed or not. */
async function endPage(record: UnitOfWork, resource: Resource<Part>, page: readonly { id: string }[]): Promise<void> {
  await record.writePiece();
  record.forget(
    resource,
    page.map(({ id }) => id),
  );
}
