import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

type Json = Record<string, unknown>;

interface FakeSubscription {
  id: string;
  object: "subscription";
  customer: string;
  status: string;
  cancel_at_period_end: boolean;
  schedule: string | null;
  items: { data: FakeItem[] };
}
interface FakeItem {
  id: string;
  price: FakePrice;
  current_period_start: number;
  current_period_end: number;
}
interface FakePrice {
  id: string;
  object: "price";
  lookup_key: string;
  unit_amount: number;
}

/** Requests as the fake saw them. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly idempotencyKey: string | null;
}

const PRICES: FakePrice[] = [
  { id: "price_studio", object: "price", lookup_key: "fabula_studio", unit_amount: 4_900 },
  { id: "price_scale", object: "price", lookup_key: "fabula_scale", unit_amount: 49_900 },
];

/**
 * Fake of the parts of Stripe's interface that the product uses, on the loopback. It keeps state: requests change its
 * objects and make notices, which a test delivers at the time, as often and in the order it likes.
 */
export class StripeFake {
  readonly secretKey = "sk_test_canary51Stripe";
  readonly webhookSecret = "whsec_canaryStripeNotices";
  readonly requests: SeenRequest[] = [];
  /** Notices not delivered yet, oldest first. */
  readonly notices: Json[] = [];
  /** Answers of requests to come: a status in place of theirs, before or behind what they do. */
  readonly faults: {
    status: number;
    code?: string;
    type?: string;
    when: "before" | "behind";
    /** HTTP method of the requests that fail; requests of any method where it is absent. */
    method?: string;
  }[] = [];
  /** Seconds since the epoch. */
  now = Math.floor(Date.UTC(2031, 0, 10, 12) / 1000);
  readonly #customers = new Map<string, Json>();
  readonly #subscriptions = new Map<string, FakeSubscription>();
  readonly #schedules = new Map<string, Json & { phases: Json[]; status: string; subscription: string }>();
  readonly #invoices = new Map<string, Json>();
  /** Answers by idempotency key: a request with a known key gets the same answer again. */
  readonly #answered = new Map<string, { status: number; body: Json }>();
  #count = 0;
  #server: Server | null = null;

  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json", "request-id": `req_${this.#count}` });
        response.end(JSON.stringify(body));
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** Number of customers that were made. */
  get customers(): number {
    return this.#customers.size;
  }

  /** A person pays in the checkout: there is a subscription, an invoice, and notices of both. */
  pay(customer: string, plan: string): string {
    const price = priceOf(plan);
    const id = this.#id("sub");
    this.#subscriptions.set(id, {
      id,
      object: "subscription",
      customer,
      status: "active",
      cancel_at_period_end: false,
      schedule: null,
      items: {
        data: [
          {
            id: this.#id("si"),
            price,
            current_period_start: this.now,
            current_period_end: this.now + 30 * 86_400,
          },
        ],
      },
    });
    this.#notice("customer.subscription.created", this.#subscriptions.get(id) as unknown as Json);
    this.#notice("checkout.session.completed", { id: this.#id("cs"), object: "checkout.session", subscription: id });
    this.invoice(customer, price.unit_amount, "open");
    return id;
  }

  /** Makes an invoice. */
  invoice(customer: string, total: number, status: "draft" | "open"): string {
    const id = this.#id("in");
    this.#invoices.set(id, {
      id,
      object: "invoice",
      customer,
      number: `ABC-${this.#count}`,
      status,
      currency: "usd",
      total,
      lines: { data: [{ description: "A plan, one month", amount: total }] },
      period_start: this.now,
      period_end: this.now,
      created: this.now,
      hosted_invoice_url: `https://invoice.example/${id}`,
      status_transitions: { finalized_at: status === "open" ? this.now : null, paid_at: null },
    });
    this.#notice(status === "open" ? "invoice.finalized" : "invoice.created", this.#invoices.get(id) ?? {});
    return id;
  }

  /** Moves an invoice on. */
  settle(id: string, status: "paid" | "void"): void {
    const invoice = this.#invoices.get(id) ?? {};
    invoice.status = status;
    invoice.status_transitions = { finalized_at: this.now, paid_at: status === "paid" ? this.now : null };
    this.#notice(status === "paid" ? "invoice.paid" : "invoice.voided", invoice);
  }

  /** Changes a subscription as Stripe does by itself: a payment fails, a period ends, a schedule comes to its next phase. */
  change(id: string, status: string, plan?: string): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) throw new Error(`there is no subscription ${id}`);
    subscription.status = status;
    const [item] = subscription.items.data;
    if (plan !== undefined && item !== undefined) {
      item.price = priceOf(plan);
      subscription.schedule = null;
    }
    this.#notice(`customer.subscription.${status === "canceled" ? "deleted" : "updated"}`, { ...subscription });
  }

  /** A notice as Stripe sends it. */
  signed(
    notice: Json,
    options: { secret?: string; at?: number } = {},
  ): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify(notice);
    const signature = new Stripe(this.secretKey).webhooks.generateTestHeaderString({
      payload: body,
      secret: options.secret ?? this.webhookSecret,
      timestamp: options.at ?? this.now,
    });
    return { body, headers: { "stripe-signature": signature, "content-type": "application/json" } };
  }

  /** The invoices there are, oldest first. */
  get invoices(): string[] {
    return [...this.#invoices.keys()];
  }

  #id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(6, "0")}`;
  }

  #notice(type: string, object: Json): void {
    this.notices.push({
      id: this.#id("evt"),
      object: "event",
      type,
      created: this.now,
      data: { object: structuredClone(object) },
    });
  }

  async #answer(incoming: IncomingMessage): Promise<{ status: number; body: Json }> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = new URL(incoming.url ?? "/", "http://stripe");
    const method = incoming.method ?? "GET";
    const key = incoming.headers["idempotency-key"];
    const idempotencyKey = typeof key === "string" ? key : null;
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    this.requests.push({ method, path: url.pathname, form, idempotencyKey });
    if (incoming.headers.authorization !== `Bearer ${this.secretKey}`) return failure(401, "invalid_request_error");
    const [next] = this.faults;
    const fault = next?.method === undefined || next.method === method ? next : undefined;
    if (fault?.when === "before") {
      this.faults.shift();
      return failure(fault.status, fault.type ?? "api_error", fault.code);
    }
    const known = idempotencyKey === null || method !== "POST" ? undefined : this.#answered.get(idempotencyKey);
    const answer = known ?? this.#handle(method, url, form);
    if (known === undefined && idempotencyKey !== null && method === "POST") this.#answered.set(idempotencyKey, answer);
    if (fault?.when !== "behind") return answer;
    this.faults.shift();
    return failure(fault.status, fault.type ?? "api_error", fault.code);
  }

  #handle(method: string, url: URL, form: URLSearchParams): { status: number; body: Json } {
    const [, , kind = "", id = "", act = ""] = url.pathname.split("/");
    const ok = (body: object) => ({ status: 200, body: body as Json });
    switch (`${method} ${kind}`) {
      case "POST customers": {
        const made = { id: this.#id("cus"), object: "customer", name: form.get("name") };
        this.#customers.set(made.id, made);
        return ok(made);
      }
      case "GET prices":
        return ok({
          object: "list",
          data: PRICES.filter((price) => price.lookup_key === url.searchParams.get("lookup_keys[0]")),
        });
      case "POST checkout":
        return ok({
          id: this.#id("cs"),
          object: "checkout.session",
          url: `https://checkout.example/${form.get("customer")}/${form.get("line_items[0][price]")}`,
        });
      case "POST billing_portal":
        return ok({
          id: this.#id("bps"),
          object: "billing_portal.session",
          url: `https://portal.example/${form.get("customer")}`,
        });
      case "GET subscriptions":
      case "POST subscriptions": {
        const subscription = this.#subscriptions.get(id);
        if (subscription === undefined) return failure(404, "invalid_request_error", "resource_missing");
        if (method === "POST") this.#update(subscription, form);
        const schedule = this.#schedules.get(subscription.schedule ?? "");
        return ok({ ...subscription, schedule: schedule ?? null });
      }
      case "POST subscription_schedules": {
        if (act === "release") {
          const schedule = this.#schedules.get(id);
          const subscription = this.#subscriptions.get(schedule?.subscription ?? "");
          if (schedule !== undefined) schedule.status = "released";
          if (subscription !== undefined) subscription.schedule = null;
          return ok(schedule ?? {});
        }
        if (id === "") {
          const subscription = this.#subscriptions.get(form.get("from_subscription") ?? "");
          if (subscription === undefined || subscription.schedule !== null)
            return failure(400, "invalid_request_error");
          const made = {
            id: this.#id("sub_sched"),
            object: "subscription_schedule",
            status: "active",
            subscription: subscription.id,
            phases: [],
          };
          this.#schedules.set(made.id, made);
          subscription.schedule = made.id;
          return ok(made);
        }
        const schedule = this.#schedules.get(id);
        if (schedule === undefined) return failure(404, "invalid_request_error", "resource_missing");
        const end = Number(form.get("phases[0][end_date]"));
        const price = (at: number) => PRICES.find((each) => each.id === form.get(`phases[${at}][items][0][price]`));
        schedule.phases = [
          { start_date: Number(form.get("phases[0][start_date]")), end_date: end, items: [{ price: price(0) }] },
          { start_date: end, end_date: end + 30 * 86_400, items: [{ price: price(1) }] },
        ];
        this.#notice("customer.subscription.updated", { ...this.#subscriptions.get(schedule.subscription) });
        return ok(schedule);
      }
      case "GET invoices": {
        const invoice = this.#invoices.get(id);
        return invoice === undefined ? failure(404, "invalid_request_error", "resource_missing") : ok(invoice);
      }
      default:
        return failure(404, "invalid_request_error");
    }
  }

  #update(subscription: FakeSubscription, form: URLSearchParams): void {
    const cancels = form.get("cancel_at_period_end");
    if (cancels !== null) subscription.cancel_at_period_end = cancels === "true";
    const price = PRICES.find((each) => each.id === form.get("items[0][price]"));
    const [item] = subscription.items.data;
    if (price !== undefined && item !== undefined) item.price = price;
    this.#notice("customer.subscription.updated", { ...subscription });
  }
}

function priceOf(plan: string): FakePrice {
  const price = PRICES.find((each) => each.lookup_key === `fabula_${plan}`);
  if (price === undefined) throw new Error(`there is no price of ${plan}`);
  return price;
}

function failure(status: number, type: string, code?: string): { status: number; body: Json } {
  return {
    status,
    body: {
      error: { type, message: "It repeats sk_test_canary51Stripe on purpose.", ...(code !== undefined && { code }) },
    },
  };
}
