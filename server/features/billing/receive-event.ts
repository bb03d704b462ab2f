import { sql } from "drizzle-orm";
import type { RemoteEvent, RemoteInvoice, RemoteSubscription } from "../../adapters/payments/port.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Services } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import type { Authorship } from "../access/public.ts";
import { askedAt, withProviderErrors } from "./remote.ts";
import { syncInvoice, syncSubscription, workspaceOf } from "./sync.ts";

/** Result of a notice: applied, received before, older than what is known, or about no subject of ours. */
export type Reception = "applied" | "duplicate" | "outdated" | "ignored";

/**
 * Takes a notice of the provider of payments. What it is about is asked for anew, so that notices may come twice, late and in any
 * order; it is noted in the transaction of what follows from it, so that nothing follows twice. What fails is not noted, and the
 * provider sends it again.
 *
 * @throws Problem not_found where no provider is connected; unauthorized for a notice that is not the provider's, or of another
 *   time; unavailable while the provider cannot be asked.
 */
export async function receiveEvent(
  services: Services,
  notice: { body: Uint8Array; signature: string | null; requestId: string },
): Promise<Reception> {
  const { payments, database, clock } = services;
  const { remote } = payments;
  if (remote === null) throw new Problem("not_found");
  const now = clock.now();
  const event = await remote.readEvent({ ...notice, now });
  if (event === null)
    throw new Problem("unauthorized", {
      message: "The signature is invalid or has expired.",
      headers: { "www-authenticate": "Signature" },
    });
  const provider = payments.name;
  const known = await database.reads.execute(
    sql`SELECT 1 FROM billing_inbox WHERE provider = ${provider} AND event_id = ${event.id}`,
  );
  if (known.length > 0) return "duplicate";
  const readAt = await askedAt(database.reads);
  const { about } = event;
  const subject =
    about === null
      ? null
      : await withProviderErrors<RemoteSubscription | RemoteInvoice | null>(() =>
          about.type === "subscription" ? remote.subscription(about.id) : remote.invoice(about.id),
        );
  const reception = await database.writes.transaction("write", async (db): Promise<Reception> => {
    if (!(await note(db, provider, event, now))) return "duplicate";
    const workspaceId = subject === null ? null : await workspaceOf(db, provider, subject.customer);
    if (subject === null || workspaceId === null) return "ignored";
    const by: Authorship = { workspaceId, actor: `system:${provider}`, requestId: notice.requestId, now };
    const applied =
      "plan" in subject ? await syncSubscription(db, by, subject, readAt) : await syncInvoice(db, by, subject, readAt);
    const outcome = applied ? "applied" : "outdated";
    await db.execute(
      sql`UPDATE billing_inbox SET outcome = ${outcome} WHERE provider = ${provider} AND event_id = ${event.id}`,
    );
    return outcome;
  });
  services.forgetCallers();
  return reception;
}

/** Notes a notice; false when another process has. */
async function note(db: Db, provider: string, event: RemoteEvent, now: number): Promise<boolean> {
  const at = (ms: number) => new Date(ms).toISOString();
  const fresh = await db.execute(
    sql`INSERT INTO billing_inbox (provider, event_id, kind, outcome, created_at, received_at)
        VALUES (${provider}, ${event.id}, ${event.kind}, 'ignored', ${at(event.createdAt)}, ${at(now)})
        ON CONFLICT DO NOTHING RETURNING 1`,
  );
  return fresh.length > 0;
}
