import { findCurrent } from "../http/find-callers.ts";
import type { Clock } from "../kernel/clock.ts";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import { canOpen, requireScope } from "../operation/gate.ts";
import type { Recheck, StreamClaim } from "../operation/streams.ts";
import type { Db } from "../record/database.ts";

/**
 * Asks for all open streams of a process together whether they would be let in now: at most four statements, however many
 * there are. Nothing is taken from the authenticator's memory, so that a right lost is a right lost at the next look.
 */
export function streamRights({ db, clock }: { db: Db; clock: Clock }): Recheck {
  return async (claims) => {
    const callers = await findCurrent(
      db,
      claims.map(({ caller }) => caller),
      clock.now(),
    );
    const asked = claims.map((claim, index) => ({ ...claim, caller: callers[index] ?? claim.caller }));
    const isOpen = await canOpen(db, asked);
    return claims.map((claim, index) => refusalOf(claim, callers[index] ?? null, isOpen[index] === true));
  };
}

function refusalOf(
  { scope, projectId, caller: before }: StreamClaim,
  caller: Caller | null,
  isOpen: boolean,
): Problem | null {
  if (caller === null) return new Problem(before.kind === "key" ? "invalid_api_key" : "unauthorized");
  // The token of a player has no scopes: its operation let it in, and does so as long as it is good.
  if (caller.player !== null) return isOpen ? null : new Problem("not_found");
  try {
    requireScope(caller, scope, projectId);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return isOpen ? null : new Problem("not_found");
}
