/** Status of a subscription at a provider. `none` is one that never began or has ended. */
export type SubscriptionStatus = "none" | "active" | "past_due" | "canceled";

/** A subscription as a provider has it at the moment of asking. Moments are milliseconds. */
export interface RemoteSubscription {
  readonly id: string;
  readonly customer: string;
  readonly status: SubscriptionStatus;
  /** The name of the plan that its price stands for; null when the price is none of ours. */
  readonly plan: string | null;
  /** Plan from the end of the period; null when the current one goes on. */
  readonly nextPlan: string | null;
  readonly periodStart: number;
  readonly periodEnd: number;
}

/** An invoice as a provider has it at the moment of asking. */
export interface RemoteInvoice {
  readonly id: string;
  readonly customer: string;
  readonly number: string;
  readonly status: "draft" | "open" | "paid" | "void" | "uncollectible";
  readonly currency: string;
  /** Amount in the smallest unit of the currency. */
  readonly total: number;
  readonly lines: readonly { readonly description: string; readonly amount: number }[];
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly issuedAt: number;
  readonly settledAt: number | null;
  /** Address of the invoice for people. */
  readonly url: string | null;
}

/**
 * Notice of a provider, after its signature was verified. Its subject is fetched again: notices come late and out of
 * order.
 */
export interface RemoteEvent {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: number;
  readonly about: { readonly type: "subscription" | "invoice"; readonly id: string } | null;
}

/** Error for a request that a provider refused. */
export class PaymentRefusal extends Error {
  override readonly name = "PaymentRefusal";
  /** `declined`: the means of payment was; `unreachable`: later it may work; `refused`: it will not. */
  readonly reason: "declined" | "unreachable" | "refused";

  /** `message` is ours, because a provider's may quote what it was sent. */
  constructor(reason: PaymentRefusal["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Payment provider. A request with the same `idempotencyKey` is executed once.
 *
 * @throws PaymentRefusal from every method that asks.
 */
export interface RemoteBilling {
  /** Makes the provider's customer of a workspace, or answers the one that was made with this key. */
  createCustomer(wish: { workspaceId: string; name: string; idempotencyKey: string }): Promise<string>;
  /** A page where the customer subscribes to a plan. */
  checkout(wish: {
    customer: string;
    workspaceId: string;
    plan: string;
    returnUrl: string;
    idempotencyKey: string;
  }): Promise<string>;
  /** A page where the customer changes how they pay and sees what they paid. */
  portal(wish: { customer: string; returnUrl: string; idempotencyKey: string }): Promise<string>;
  /** Changes the plan of a subscription: at once with what is left of the period charged, or from its end on; null ends it. */
  changePlan(wish: {
    subscription: string;
    plan: string | null;
    when: "now" | "period_end";
    idempotencyKey: string;
  }): Promise<RemoteSubscription>;
  /** Null for one that does not exist. */
  subscription(id: string): Promise<RemoteSubscription | null>;
  invoice(id: string): Promise<RemoteInvoice | null>;
  /** A notice in the provider's own form; null when it is not signed as it should be, or of another time. */
  readEvent(notice: { body: Uint8Array; signature: string | null; now: number }): Promise<RemoteEvent | null>;
}

/** Keeper of subscriptions: with `remote` null, our own ledger keeps them, and nobody takes payments. */
export interface BillingProvider {
  readonly name: "embedded" | "stripe";
  readonly remote: RemoteBilling | null;
}

/** Subscriptions are kept in our ledger; no payment is taken. */
export const embeddedBilling: BillingProvider = { name: "embedded", remote: null };
