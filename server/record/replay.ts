import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { RowComparison, type RowDifference } from "./compare-rows.ts";
import type { Columns, Db } from "./database.ts";
import type { RecordedEvent } from "./event.ts";
import { streamEvents } from "./feed.ts";
import { Fold } from "./fold.ts";
import type { ResourceRegistry } from "./registry.ts";
import type { FollowedCheck } from "./resource.ts";
import { openWordCheck } from "./words/word-check.ts";

/** Result of a replay. */
export interface ReplayReport {
  seq: number;
  rows_compared: number;
  differences: RowDifference[];
}

/**
 * Rebuilds a project from its events and compares every version and every derived row with the live tables, and indexes that
 * follow the record as far as they have come. Run inside one snapshot, so that writers may go on meanwhile. Also checks that the record itself is gapless and ordered in time, and
 * that nothing ever named a parent, an end or a graph that was not there.
 * Past versions are compared as they are folded and then forgotten, so that history of any length fits in memory.
 */
export async function replayProject(
  db: Db,
  projectId: string,
  resources: ResourceRegistry,
  onProgress: (seq: number) => void = () => {},
): Promise<ReplayReport> {
  const fold = new Fold(projectId, resources);
  const comparison = new RowComparison(db, projectId);
  const order = new OrderCheck(comparison);
  const followed = await openFollowed(db, projectId, resources);
  const compareVersions = async (all: ReadonlyMap<string, JsonObject[]>): Promise<void> => {
    for (const [table, rows] of all) {
      await comparison.versions(table, rows);
      for (const check of followed.get(table) ?? []) check.take(rows);
    }
  };
  for await (const page of streamEvents(db, projectId)) {
    order.check(page);
    await fold.apply(page);
    await compareVersions(fold.drain());
    onProgress(order.seq);
    if (comparison.full)
      return { seq: order.seq, rows_compared: comparison.compared, differences: comparison.differences };
  }
  await fold.settle();
  await checkHead(db, projectId, order.seq, comparison);
  await compareVersions(fold.versions());
  for (const { table, type } of resources.all()) await comparison.noOthers(table, type);
  for (const [table, rows] of fold.derived()) await comparison.derived(table, rows);
  for (const checks of followed.values()) for (const check of checks) await check.compare(comparison);
  for (const { table, id, seq, field, target } of fold.dangling) {
    comparison.report(table, { id, valid_from_seq: seq }, field, null, target);
  }
  return { seq: order.seq, rows_compared: comparison.compared, differences: comparison.differences };
}

/** The checks of what follows the record from behind, by the table whose versions they take. */
async function openFollowed(
  db: Db,
  projectId: string,
  resources: ResourceRegistry,
): Promise<Map<string, FollowedCheck[]>> {
  const checks = new Map<string, FollowedCheck[]>();
  for (const resource of resources.all()) {
    const { table, followed, wording } = resource;
    const words = wording === null ? null : await openWordCheck(db, projectId, { resource, wording });
    const found = [(await followed?.(db, projectId)) ?? null, words].filter((check) => check !== null);
    if (found.length > 0) checks.set(table, found);
  }
  return checks;
}

/** Watches that sequences have no gap and times never go back. */
class OrderCheck {
  seq = 0;
  private time = "";
  private readonly comparison: RowComparison;

  constructor(comparison: RowComparison) {
    this.comparison = comparison;
  }

  check(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const row = { id: event.id, valid_from_seq: event.seq };
      if (event.seq !== this.seq + 1) this.comparison.report("events", row, "seq", this.seq + 1, event.seq);
      if (event.recorded_at < this.time) {
        this.comparison.report("events", row, "recorded_at", this.time, event.recorded_at);
      }
      this.seq = event.seq;
      this.time = event.recorded_at;
    }
  }
}

async function checkHead(db: Db, projectId: string, seq: number, comparison: RowComparison): Promise<void> {
  const [head] = await db.execute<Columns<"project_heads", "last_seq" | "archived"> & { recorded: boolean | null }>(
    sql`SELECT h.last_seq, h.archived, (SELECT v.archived FROM project_versions v
            WHERE v.project_id = ${projectId} AND v.id = ${projectId} ORDER BY v.valid_from_seq DESC LIMIT 1) AS recorded
        FROM project_heads h WHERE h.project_id = ${projectId}`,
  );
  const lastSeq = head?.last_seq ?? 0;
  if (lastSeq !== seq) {
    comparison.report("project_heads", { id: projectId, valid_from_seq: seq }, "last_seq", seq, lastSeq);
  }
  const { archived = false, recorded } = head ?? {};
  if (recorded != null && archived !== recorded) {
    comparison.report("project_heads", { id: projectId, valid_from_seq: seq }, "archived", recorded, archived);
  }
}
