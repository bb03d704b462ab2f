import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { PaymentRefusal, type RemoteBilling } from "../../adapters/payments/port.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { Services } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { type Account, readAccount, requireBillingRights } from "./account.ts";

/** A key under which the provider does one request once, however often it is sent. */
export function newIdempotencyKey(): string {
  return randomUUID();
}

/**
 * Runs a request to the payment provider and translates its refusals into our codes.
 *
 * @throws {@link Problem} `payment_failed`, `unavailable` or `internal_error`.
 */
export async function withProviderErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentRefusal)) throw error;
    switch (error.reason) {
      case "declined":
        throw new Problem("payment_failed", {
          message: "The payment was declined, and nothing was changed. Update the payment method and try again.",
        });
      case "unreachable":
        throw new Problem("unavailable", {
          message: "The payment provider is not responding.",
          headers: { "retry-after": "10" },
        });
      case "refused":
        throw new Problem("internal_error", { cause: error });
    }
  }
}

/** The caller's account as it is before the provider is asked: who may not change it does not get to ask. */
export async function accountToChange(services: Services, caller: Caller): Promise<Account> {
  requireBillingRights(caller);
  return readAccount(services.database.reads, caller.workspaceId, services.payments.name);
}

/** The provider's customer of a workspace; made once. */
export async function customerOf(remote: RemoteBilling, account: Account): Promise<string> {
  const { workspaceId, workspaceName: name } = account;
  return (
    account.customer ?? (await remote.createCustomer({ workspaceId, name, idempotencyKey: `customer-${workspaceId}` }))
  );
}

/**
 * The database's time. What a provider told is ordered by when it was asked, and processes may disagree about that; asked before
 * the question, so that an answer is never taken for newer than it is.
 */
export async function askedAt(db: Db): Promise<string> {
  const [row] = await db.execute<{ now: string }>(sql`SELECT clock_timestamp()::text AS now`);
  if (row === undefined) throw new Error("the database tells no time");
  return row.now;
}
