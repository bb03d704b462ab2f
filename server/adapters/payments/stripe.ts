import Stripe from "stripe";
import type { Outbound } from "../../outbound/outbound.ts";
import {
  PaymentRefusal,
  type RemoteBilling,
  type RemoteEvent,
  type RemoteInvoice,
  type RemoteSubscription,
  type SubscriptionStatus,
} from "./port.ts";

/** Settings for reaching Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  /** Signs the notices that Stripe sends to our address. */
  readonly webhookSecret: string;
  /** The origin of Stripe's interface. */
  readonly api: string;
}

type WebFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Plans are found by prices with these lookup keys, which whoever runs the service gives them at Stripe. */
const lookupKey = (plan: string) => `fabula_${plan}`;
const planOfKey = (key: string | null) => (key?.startsWith("fabula_") === true ? key.slice("fabula_".length) : null);

const DEADLINE_MS = 15_000;
/** Answers have a few kilobytes; a list of invoice lines has more. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Greatest distance of a notice's time from ours, in seconds. Stripe's own check looks at the past alone. */
const TOLERANCE_SECONDS = 300;

/** Takes payments through Stripe. Whatever is asked goes through the guarded client. */
export function stripeBilling(settings: StripeSettings, outbound: Pick<Outbound, "request">): RemoteBilling {
  const api = new URL(settings.api);
  const isPlain = api.protocol === "http:";
  const stripe = new Stripe(settings.secretKey, {
    host: api.hostname,
    port: api.port === "" ? (isPlain ? 80 : 443) : Number(api.port),
    protocol: isPlain ? "http" : "https",
    httpClient: Stripe.createFetchHttpClient(fetchThrough(outbound)),
    maxNetworkRetries: 2,
    telemetry: false,
  });

  const priceOf = async (plan: string): Promise<string> => {
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey(plan)], active: true, limit: 1 });
    const [price] = data;
    if (price === undefined)
      throw new PaymentRefusal("refused", `Stripe has no active price with the lookup key ${lookupKey(plan)}.`);
    return price.id;
  };

  const retrieve = (id: string) => stripe.subscriptions.retrieve(id, { expand: ["schedule.phases.items.price"] });

  return {
    createCustomer: ({ workspaceId, name, idempotencyKey }) =>
      asked(async () => {
        const metadata = { workspace_id: workspaceId };
        return (await stripe.customers.create({ name, metadata }, { idempotencyKey })).id;
      }),
    checkout: ({ customer, workspaceId, plan, returnUrl, idempotencyKey }) =>
      asked(async () => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer,
            client_reference_id: workspaceId,
            line_items: [{ price: await priceOf(plan), quantity: 1 }],
            success_url: `${returnUrl}?checkout=done`,
            cancel_url: `${returnUrl}?checkout=left`,
          },
          { idempotencyKey },
        );
        if (session.url === null) throw new PaymentRefusal("refused", "Stripe made a checkout without an address.");
        return session.url;
      }),
    portal: ({ customer, returnUrl, idempotencyKey }) =>
      asked(
        async () =>
          (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }, { idempotencyKey })).url,
      ),
    changePlan: ({ subscription: id, plan, when, idempotencyKey }) =>
      asked(async () => {
        const now = await retrieve(id);
        const schedule = scheduleOf(now);
        const keyed = (step: string) => ({ idempotencyKey: `${idempotencyKey}-${step}` });
        // What was to follow does not any more, whatever comes instead.
        if (schedule !== null) await stripe.subscriptionSchedules.release(schedule.id, {}, keyed("release"));
        if (plan === null) {
          await stripe.subscriptions.update(id, { cancel_at_period_end: true }, keyed("cancel"));
        } else if (when === "now") {
          const item = itemOf(now);
          const price = await priceOf(plan);
          await stripe.subscriptions.update(
            id,
            {
              cancel_at_period_end: false,
              ...(item.price.id !== price && {
                items: [{ id: item.id, price }],
                proration_behavior: "always_invoice",
                payment_behavior: "error_if_incomplete",
              }),
            },
            keyed("change"),
          );
        } else {
          if (now.cancel_at_period_end)
            await stripe.subscriptions.update(id, { cancel_at_period_end: false }, keyed("go-on"));
          const made = await stripe.subscriptionSchedules.create({ from_subscription: id }, keyed("schedule"));
          const { price, current_period_start, current_period_end } = itemOf(now);
          await stripe.subscriptionSchedules.update(
            made.id,
            {
              end_behavior: "release",
              phases: [
                {
                  items: [{ price: price.id, quantity: 1 }],
                  start_date: current_period_start,
                  end_date: current_period_end,
                },
                {
                  items: [{ price: await priceOf(plan), quantity: 1 }],
                  duration: { interval: "month", interval_count: 1 },
                },
              ],
            },
            keyed("phases"),
          );
        }
        return toSubscription(await retrieve(id));
      }),
    subscription: (id) => asked(() => orNull(async () => toSubscription(await retrieve(id)))),
    invoice: (id) => asked(() => orNull(async () => toInvoice(await stripe.invoices.retrieve(id)))),
    readEvent: async ({ body, signature, now }) => {
      if (signature === null) return null;
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(
          Buffer.from(body),
          signature,
          settings.webhookSecret,
          TOLERANCE_SECONDS,
          undefined,
          now,
        );
      } catch {
        return null;
      }
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (!(signedAt <= now / 1000 + TOLERANCE_SECONDS)) return null;
      return toEvent(event);
    },
  };
}

/** Returns the guarded client as the web `fetch` that Stripe's client sends with. */
function fetchThrough({ request }: Pick<Outbound, "request">): WebFetch {
  return async (input, init) => {
    const answer = await request({
      url: String(input),
      method: init?.method === "POST" ? "POST" : init?.method === "DELETE" ? "DELETE" : "GET",
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === "string" && init.body !== "" && { body: Buffer.from(init.body) }),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (answer.kind === "failure") throw new TypeError(answer.message);
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? Buffer.from(answer.body) : null, { status: answer.status, headers: answer.headers });
  };
}

/** Runs a request and states a refusal in our words: Stripe's own may repeat what it was sent. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { StripeCardError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;
    if (error instanceof StripeCardError) throw new PaymentRefusal("declined", "The payment method was declined.");
    const status = error.statusCode ?? 0;
    if (error instanceof StripeConnectionError || error instanceof StripeRateLimitError || status >= 500)
      throw new PaymentRefusal("unreachable", "Stripe is not responding.");
    throw new PaymentRefusal("refused", `Stripe refused a request (${status} ${error.type} ${error.code ?? ""}).`);
  }
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
    throw error;
  }
}

function scheduleOf({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | null {
  if (schedule === null || typeof schedule === "string") return null;
  return schedule.status === "active" || schedule.status === "not_started" ? schedule : null;
}

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (item === undefined) throw new PaymentRefusal("refused", "Stripe has a subscription to nothing.");
  return item;
}

const idOf = (named: string | { id: string }) => (typeof named === "string" ? named : named.id);

const STATUSES: Record<string, SubscriptionStatus> = {
  active: "active",
  trialing: "active",
  past_due: "past_due",
  canceled: "canceled",
  unpaid: "canceled",
  incomplete_expired: "canceled",
  paused: "canceled",
  // Not paid for yet: it entitles to nothing.
  incomplete: "none",
};

function toSubscription(subscription: Stripe.Subscription): RemoteSubscription {
  const item = itemOf(subscription);
  const periodEnd = item.current_period_end * 1000;
  return {
    id: subscription.id,
    customer: idOf(subscription.customer),
    status: STATUSES[subscription.status] ?? "none",
    plan: planOfKey(item.price.lookup_key),
    nextPlan: subscription.cancel_at_period_end ? "free" : nextPlanOf(scheduleOf(subscription), periodEnd),
    periodStart: item.current_period_start * 1000,
    periodEnd,
  };
}

function nextPlanOf(schedule: Stripe.SubscriptionSchedule | null, periodEnd: number): string | null {
  const phase = schedule?.phases.find(({ start_date }) => start_date * 1000 >= periodEnd);
  const price = phase?.items[0]?.price;
  return price === undefined || typeof price === "string" || !("lookup_key" in price)
    ? null
    : planOfKey(price.lookup_key);
}

function toInvoice(invoice: Stripe.Invoice): RemoteInvoice {
  const { customer, status, status_transitions: moved } = invoice;
  if (customer === null) throw new PaymentRefusal("refused", "Stripe has an invoice without a customer.");
  const known = ["draft", "open", "paid", "void", "uncollectible"] as const;
  return {
    id: invoice.id,
    customer: idOf(customer),
    number: invoice.number ?? invoice.id,
    status: known.find((each) => each === status) ?? "draft",
    currency: invoice.currency,
    total: invoice.total,
    lines: invoice.lines.data.map(({ description, amount }) => ({ description: description ?? "", amount })),
    periodStart: invoice.period_start * 1000,
    periodEnd: invoice.period_end * 1000,
    issuedAt: (moved.finalized_at ?? invoice.created) * 1000,
    settledAt: moved.paid_at === null ? null : moved.paid_at * 1000,
    url: invoice.hosted_invoice_url ?? null,
  };
}

/** Returns the subject of a notice; its other data is not read, because it may be old. */
function toEvent(event: Stripe.Event): RemoteEvent {
  const object = event.data.object as { object?: string; id?: string; subscription?: string | { id: string } | null };
  const createdAt = event.created * 1000;
  const notice = { id: event.id, kind: event.type, createdAt };
  const { object: type, id } = object;
  if (type === "subscription" && id !== undefined) return { ...notice, about: { type: "subscription", id } };
  if (type === "invoice" && id !== undefined) return { ...notice, about: { type: "invoice", id } };
  if (type === "checkout.session" && object.subscription != null)
    return { ...notice, about: { type: "subscription", id: idOf(object.subscription) } };
  return { ...notice, about: null };
}
