import { hashKey, isPlayerToken, readKey } from "../features/access/key-format.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import type { Log } from "../operation/context.ts";
import type { Database } from "../record/database.ts";
import { databaseProblem, loggableError } from "../record/database-errors.ts";
import type { ApiRequest } from "./exchange.ts";
import { FAILURE_LIMIT, FailedAuthentications, type FailureLimit } from "./failed-authentications.ts";
import { findKeyHolder, findMember, findTokenHolder, type KeyHolder } from "./find-callers.ts";
import { LastUsed } from "./last-used.ts";
import { LeasedQuotas } from "./leased-quotas.ts";
import { ShortCache } from "./short-cache.ts";

/** Origin of a request, read only when its key is not known to be good. */
export type Sender = Pick<ApiRequest, "clientAddress">;

/** Resolves what a request presents to a caller, or throws the problem it deserves. */
export interface Authenticator {
  /** The holder of the key in an `Authorization` header. */
  byHeader(authorization: string | null, from: Sender): Promise<Caller>;
  /** A signed-in member: of this workspace, or with null of the one joined first. */
  byUser(userId: string, workspaceId: string | null, sessionVersion: number): Promise<Caller>;
  /** Returns a person as a caller of a workspace; null for somebody who is no member of it. */
  memberOf(userId: string, workspaceId: string): Promise<Caller | null>;
  /** Forgets every caller, after keys or members changed in this process. */
  forget(): void;
  /** Writes when keys were last used; happens by itself every minute. */
  flushLastUsed(): Promise<void>;
  /** Writes what is still unwritten and stops the timer. */
  close(): Promise<void>;
}

/** A revoked key or removed member is refused everywhere this soon, without any notification. */
const CACHE_MS = 500;
const CACHED_CALLERS = 20_000;
const FLUSH_MS = 60_000;
const LONGEST_HEADER = 512;

const VISIBLE = /^[\x21-\x7e]+$/;

const CHALLENGE = 'Bearer realm="fabula"';

/** Makes the one authenticator of a process. */
export function createAuthenticator(options: {
  database: Database;
  clock?: Clock;
  log?: Log;
  /** Tests that fail on purpose raise it. */
  failureLimit?: FailureLimit;
}): Authenticator {
  const { database, clock = systemClock, log } = options;
  const keys = new ShortCache<KeyHolder | null>({ clock, spanMs: CACHE_MS, capacity: CACHED_CALLERS });
  const members = new ShortCache<Caller | null>({ clock, spanMs: CACHE_MS, capacity: CACHED_CALLERS });
  const quotas = new LeasedQuotas({
    db: database.reads,
    clock,
    onFailure: (error) => log?.warn({ error }, "failed authentications are counted by this process alone"),
  });
  const failures = new FailedAuthentications(quotas, options.failureLimit ?? FAILURE_LIMIT);
  const lastUsed = new LastUsed(database);
  const flush = () =>
    lastUsed
      .flush()
      .catch((error: unknown) => log?.warn({ error: loggableError(error) }, "last use of keys not written"));
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  const byKey = async (key: string, from: Sender): Promise<Caller> => {
    const now = clock.now();
    const hash = hashKey(key);
    const known = keys.known(hash);
    if (known === null && !keys.has(hash)) {
      if (readKey(key) === null && !isPlayerToken(key)) throw await failures.refusal(from.clientAddress, invalidKey());
      failures.admitLookup(from.clientAddress, hash, now);
    }
    const holder =
      known !== null ? known.value : await reachable(keys.get(hash, () => findHolder(database.reads, key, hash)));
    // A cached key expires on time all the same.
    if (holder === null || (holder.expiresAt !== null && holder.expiresAt <= now)) {
      throw await failures.refusal(from.clientAddress, invalidKey());
    }
    failures.noteGood(hash);
    if (holder.caller.player === null) lastUsed.note(holder.caller.id, now);
    return holder.caller;
  };

  const memberOf = (userId: string, workspaceId: string | null) =>
    reachable(members.get(`${userId} ${workspaceId ?? ""}`, () => findMember(database.reads, userId, workspaceId)));

  return {
    memberOf,
    byHeader: async (authorization, from) => {
      if (authorization === null || authorization === "") throw unauthorized();
      const key = bearerOf(authorization);
      if (key === null) throw await failures.refusal(from.clientAddress, unauthorized());
      return byKey(key, from);
    },
    byUser: async (userId, workspaceId, sessionVersion) => {
      const member = await memberOf(userId, workspaceId);
      if (member === null || member.sessionVersion !== sessionVersion) throw signedOut();
      return member;
    },
    forget: () => {
      keys.clear();
      members.clear();
    },
    flushLastUsed: () => lastUsed.flush(),
    close: async () => {
      clearInterval(timer);
      await Promise.all([flush(), quotas.close()]);
    },
  };
}

/** The holder of a key or of a player's token; null where it opens nothing. */
function findHolder(db: Database["reads"], bearer: string, hash: string): Promise<KeyHolder | null> {
  return isPlayerToken(bearer) ? findTokenHolder(db, hash) : findKeyHolder(db, bearer, hash);
}

/** The token of a `Bearer` header, whatever the case of its scheme; null when it is none. */
function bearerOf(authorization: string): string | null {
  if (authorization.length > LONGEST_HEADER) return null;
  // As nearly everybody writes it.
  if (authorization.startsWith("Bearer ") && VISIBLE.test(authorization.slice(7))) return authorization.slice(7);
  return /^bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1] ?? null;
}

/** A database that is away is a 503, not a bad key. */
async function reachable<T>(looked: Promise<T>): Promise<T> {
  try {
    return await looked;
  } catch (error) {
    throw databaseProblem(error) ?? error;
  }
}

function unauthorized(): Problem {
  return new Problem("unauthorized", { headers: { "www-authenticate": CHALLENGE } });
}

function invalidKey(): Problem {
  return new Problem("invalid_api_key", { headers: { "www-authenticate": `${CHALLENGE}, error="invalid_token"` } });
}

function signedOut(): Problem {
  return new Problem("unauthorized", {
    message: "This session has ended: sign in again.",
    headers: { "www-authenticate": CHALLENGE },
  });
}
