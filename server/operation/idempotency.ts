import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import { type Db, jsonb } from "../record/database.ts";

/** How long an answer is kept for its key. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A request that named an `Idempotency-Key`. */
export interface IdempotencyClaim {
  key: string;
  /** Method and path template. */
  operation: string;
  /** Keyed hash over method, path, query, content type and body. */
  fingerprint: string;
}

/** An answer as it is stored and sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

interface StoredRow extends Record<string, unknown> {
  fingerprint: string;
  status: number;
  headers: Record<string, string>;
  body: string | null;
  sealed: string | null;
  request_id: string;
  expired: boolean;
}

/**
 * Runs `work` once for its key. The row is inserted in the write's own transaction: a twin's insert waits for this one to
 * commit and then finds the answer, and a failed write leaves no row, so there is no lease to expire.
 */
export async function once(
  db: Db,
  scope: { homeId: string; caller: Caller; claim: IdempotencyClaim; requestId: string; secret: boolean; now: number },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { homeId, caller, claim } = scope;
  const where = sql`project_id = ${homeId} AND caller = ${caller.id} AND operation = ${claim.operation} AND key = ${claim.key}`;
  const now = new Date(scope.now).toISOString();
  const claimed = await db.execute(
    sql`INSERT INTO idempotency_keys (project_id, caller, operation, key, fingerprint, request_id, created_at)
        VALUES (${homeId}, ${caller.id}, ${claim.operation}, ${claim.key}, ${claim.fingerprint}, ${scope.requestId}, ${now})
        ON CONFLICT DO NOTHING RETURNING 1`,
  );
  if (claimed.length === 0) {
    const expiry = new Date(scope.now - KEPT_MS).toISOString();
    const rows = await db.execute<StoredRow>(
      sql`SELECT fingerprint, status, headers, body, sealed, request_id, created_at < ${expiry} AS expired
          FROM idempotency_keys WHERE ${where} FOR UPDATE`,
    );
    const stored = rows[0];
    if (stored !== undefined && !stored.expired) return replay(stored, claim, caller);
    await db.execute(
      sql`UPDATE idempotency_keys SET fingerprint = ${claim.fingerprint}, request_id = ${scope.requestId},
            created_at = ${now} WHERE ${where}`,
    );
  }
  const answer = await work();
  const text = JSON.stringify(answer.body);
  const seal = scope.secret ? caller.sealKey : null;
  await db.execute(
    sql`UPDATE idempotency_keys SET status = ${answer.status}, headers = ${jsonb(answer.headers)},
          body = ${scope.secret ? null : text}, sealed = ${seal === null ? null : sealText(seal, text)} WHERE ${where}`,
  );
  return answer;
}

function replay(stored: StoredRow, claim: IdempotencyClaim, caller: Caller): Answer {
  if (stored.fingerprint !== claim.fingerprint) throw new Problem("idempotency_key_reused");
  const text =
    stored.sealed !== null && caller.sealKey !== null ? unsealText(caller.sealKey, stored.sealed) : stored.body;
  return {
    status: stored.status,
    headers: { ...stored.headers, "idempotent-replayed": "true", "original-request-id": stored.request_id },
    body: text === null ? null : JSON.parse(text),
  };
}

/** AES-256-GCM under a key derived from the presented API key: the database alone cannot read it. */
function sealText(key: Uint8Array, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

function unsealText(key: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** Deletes answers older than a day; called now and then by the process. */
export async function forgetOldAnswers(db: Db, now: number): Promise<void> {
  await db.execute(sql`DELETE FROM idempotency_keys WHERE created_at < ${new Date(now - KEPT_MS).toISOString()}`);
}
