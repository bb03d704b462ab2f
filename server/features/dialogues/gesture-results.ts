import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { canonicalJson } from "#domain/canonical-json.ts";
import { Problem } from "../../kernel/problem.ts";
import { insertRows } from "../../record/append.ts";
import type { Columns, Db } from "../../record/database.ts";
import { removeOld } from "../../record/remove-old.ts";
import type { GestureResult } from "./gestures.ts";

/** Time that answers are stored: ninety days are promised, and a clock or a removal may be late. */
const KEPT_MS = 100 * 24 * 60 * 60 * 1000;

/** A batch as its results are filed: by the project (and so the workspace), its id and the place of each gesture. */
export interface FiledBatch {
  readonly projectId: string;
  readonly graphId: string;
  readonly batchId: string;
  /** {@link gestureFingerprint} of each gesture, in order. */
  readonly fingerprints: readonly string[];
}

type StoredResult = Columns<"gesture_results", "gesture" | "graph_id" | "fingerprint" | "result"> & {
  result: GestureResult;
};

/**
 * Returns the fingerprint by which two gestures are the same: SHA-256 over the canonical JSON (RFC 8785) of what was
 * sent, in hexadecimal. Absent fields stay absent, so a resend is still itself after a later version gave a field a
 * default.
 */
export function gestureFingerprint(sent: unknown): string {
  return createHash("sha256").update(canonicalJson(sent)).digest("hex");
}

/**
 * Results that gestures of a batch already have, by their place. Rows older than fingerprints are compared by dialogue.
 *
 * @throws {@link Problem} `idempotency_key_reused` when the id was used for another dialogue or other gestures.
 */
export async function earlierResults(db: Db, batch: FiledBatch): Promise<Map<number, GestureResult>> {
  const rows = await db.execute<StoredResult>(
    sql`SELECT gesture, graph_id, fingerprint, result FROM gesture_results
        WHERE project_id = ${batch.projectId} AND batch_id = ${batch.batchId}`,
  );
  const others = rows.filter(({ gesture, graph_id, fingerprint }) => {
    if (graph_id !== batch.graphId) return true;
    const sent = batch.fingerprints[gesture];
    return sent !== undefined && fingerprint !== null && fingerprint !== sent;
  });
  if (others.length > 0) {
    throw new Problem("idempotency_key_reused", {
      message: "This batch_id was already used for another dialogue or other gestures.",
      detail: { batch_id: batch.batchId, gestures: others.map(({ gesture }) => gesture).sort((a, b) => a - b) },
    });
  }
  return new Map(rows.map(({ gesture, result }) => [gesture, result]));
}

/** Files the results of gestures, in the transaction that applied them. */
export async function keepResults(
  db: Db,
  batch: FiledBatch,
  results: readonly GestureResult[],
  written: { seq: number; now: number },
): Promise<void> {
  if (results.length === 0) return;
  const created_at = new Date(written.now).toISOString();
  const rows = results.map((result) => ({
    project_id: batch.projectId,
    batch_id: batch.batchId,
    gesture: result.gesture,
    graph_id: batch.graphId,
    seq: written.seq,
    result,
    fingerprint: batch.fingerprints[result.gesture] ?? null,
    created_at,
  }));
  await db.execute(insertRows("gesture_results", rows));
}

/** Removes some results past their time; answers whether there are more. */
export function forgetOldGestureResults(db: Db, now: number, atOnce?: number): Promise<boolean> {
  return removeOld(db, {
    table: "gesture_results",
    column: "created_at",
    until: now - KEPT_MS,
    ...(atOnce !== undefined && { atOnce }),
  });
}
