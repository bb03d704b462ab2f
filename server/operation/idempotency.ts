import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import { insertRows } from "../record/append.ts";
import { type Db, textArray } from "../record/database.ts";
import { removeOld } from "../record/remove-old.ts";
import type { SentFile } from "./file-answer.ts";

/** Time that an answer is kept for its key. */
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
  /** The file that is sent in place of a body. */
  file?: SentFile;
  /** Whether the body is an open stream of messages. */
  isStream?: boolean;
  /** Sequence of the commit that the request made; absent where it changed nothing. */
  commitSeq?: number;
  /** Players whose personal data it shows; absent where it shows none. */
  players?: readonly string[];
}

interface StoredRow extends Record<string, unknown> {
  fingerprint: string;
  status: number;
  headers: Record<string, string>;
  body: string | null;
  sealed: string | null;
  players: readonly string[] | null;
  erased: boolean;
  request_id: string;
  expired: boolean;
}

/** Sender of a request under its key, and the scope of the answer. */
export interface ClaimScope {
  /** The project, or the workspace for operations outside a project. */
  homeId: string;
  caller: Caller;
  claim: IdempotencyClaim;
  requestId: string;
  secret: boolean;
  now: number;
}

/**
 * Answers of one transaction by their keys: those given before are looked up, those given now are kept with what they
 * answer for. The caller holds a lock that every twin of the request takes first, so a twin waits and then finds the
 * answer; a write that fails leaves none, so there is no lease to expire.
 */
export class KeptAnswers {
  private readonly db: Db;
  /** Stored answers by key; null when there was none. */
  private given = new Map<string, StoredRow | null>();
  private waiting: JsonObject[] = [];

  constructor(db: Db) {
    this.db = db;
  }

  /** Looks up keys in one statement. The lock that their twins take must have been asked for before. */
  async load(scopes: readonly ClaimScope[]): Promise<void> {
    const missing = new Map(scopes.map((scope) => [nameOf(scope), scope]));
    for (const name of missing.keys()) if (this.given.has(name)) missing.delete(name);
    const [first] = missing.values();
    if (first === undefined) return;
    const asked = [...missing.values()];
    const expiry = new Date(first.now - KEPT_MS).toISOString();
    const rows = await this.db.execute<StoredRow & { n: number }>(
      sql`SELECT w.n, k.fingerprint, k.status, k.headers, k.body, k.sealed, k.players, k.erased, k.request_id, k.created_at <= ${expiry} AS expired
          FROM unnest(${textArray(asked.map(({ caller }) => caller.id))},
            ${textArray(asked.map(({ claim }) => claim.operation))},
            ${textArray(asked.map(({ claim }) => claim.key))}) WITH ORDINALITY AS w(caller, operation, key, n)
          CROSS JOIN LATERAL (SELECT * FROM idempotency_keys i WHERE i.project_id = ${first.homeId}
            AND i.caller = w.caller AND i.operation = w.operation AND i.key = w.key OFFSET 0) k`,
    );
    for (const name of missing.keys()) this.given.set(name, null);
    for (const { n, ...row } of rows) {
      const scope = asked[n - 1];
      if (scope !== undefined && !row.expired) this.given.set(nameOf(scope), row);
    }
  }

  /** Forgets what was looked up, when the lock was not had after all. */
  forget(): void {
    this.given.clear();
  }

  /** Runs `work` once for its key. */
  async once(scope: ClaimScope, work: () => Promise<Answer>): Promise<Answer> {
    const { homeId, caller, claim, requestId } = scope;
    const stored = await this.find(scope);
    if (stored !== null) return replay(stored, claim, caller);
    const answer = await work();
    const { status, headers } = answer;
    const text = JSON.stringify(answer.body);
    const seal = scope.secret ? caller.sealKey : null;
    const kept = {
      fingerprint: claim.fingerprint,
      status,
      headers,
      body: scope.secret ? null : text,
      sealed: seal === null ? null : sealText(seal, text),
      players: answer.players === undefined || answer.players.length === 0 ? null : [...answer.players],
      erased: false,
      request_id: requestId,
    };
    this.given.set(nameOf(scope), { ...kept, expired: false });
    const { operation, key } = claim;
    const created_at = new Date(scope.now).toISOString();
    this.waiting.push({ project_id: homeId, caller: caller.id, operation, key, ...kept, created_at });
    return answer;
  }

  /** The statement that keeps the answers given so far; none when there are none. */
  take(): SQL[] {
    const rows = this.waiting;
    this.waiting = [];
    if (rows.length === 0) return [];
    // What is in the way is older than it may be.
    return [
      sql`${insertRows("idempotency_keys", rows)} ON CONFLICT (project_id, caller, operation, key) DO UPDATE SET
            fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
            sealed = excluded.sealed, players = excluded.players, erased = excluded.erased, request_id = excluded.request_id, created_at = excluded.created_at`,
    ];
  }

  private async find(scope: ClaimScope): Promise<StoredRow | null> {
    await this.load([scope]);
    return this.given.get(nameOf(scope)) ?? null;
  }
}

/** Makes the twins of a request outside projects wait for it, as those of a project wait for its head. */
export async function lockKey(db: Db, scope: ClaimScope): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${nameOf(scope)}, 0))`);
}

function nameOf({ homeId, caller, claim }: ClaimScope): string {
  return JSON.stringify([homeId, caller.id, claim.operation, claim.key]);
}

function replay(stored: StoredRow, claim: IdempotencyClaim, caller: Caller): Answer {
  if (stored.fingerprint !== claim.fingerprint) throw new Problem("idempotency_key_reused");
  if (stored.erased) throw new Problem("erased");
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

/**
 * Empties the kept answers of a project that show personal data of a player, or name one of some subjects; answers how many. Their keys
 * answer 410 `erased` from then on.
 *
 * @param ids the player and the subjects
 */
export async function eraseAnswers(db: Db, projectId: string, ids: readonly string[]): Promise<number> {
  const rows = await db.execute(
    sql`UPDATE idempotency_keys SET body = NULL, sealed = NULL, headers = '{}', erased = true
        WHERE project_id = ${projectId} AND NOT erased AND (players && ${textArray(ids)}
          OR EXISTS (SELECT FROM unnest(${textArray(ids)}) AS named(id) WHERE strpos(body, named.id) > 0)) RETURNING 1`,
  );
  return rows.length;
}

/** Deletes some answers older than a day; answers whether there are more. */
export function forgetOldAnswers(db: Db, now: number, atOnce?: number): Promise<boolean> {
  return removeOld(db, {
    table: "idempotency_keys",
    column: "created_at",
    until: now - KEPT_MS,
    ...(atOnce !== undefined && { atOnce }),
  });
}
