import { z } from "zod";
import { idOf } from "../../kernel/validation/fields.ts";
import { OFFERED } from "./offered.ts";

const moment = z.iso.datetime();

const Money = z
  .object({
    amount: z.int().meta({ description: "In the smallest unit of the currency." }),
    currency: z.string().meta({ description: "Three letters of ISO 4217, lower case." }),
  })
  .meta({ id: "Money" });

const Exceeded = z
  .object({
    what: z.enum(["projects", "members", "webhooks", "file_bytes"]).meta({ description: "The limit." }),
    limit: z.int().meta({ description: "Limit of the plan." }),
    used: z.int().meta({ description: "Number in use, of files their bytes." }),
  })
  .meta({ id: "ExceededLimit" });

const exceeds = z.array(Exceeded).meta({
  description: "Resources in excess of that plan. They are kept; creating more is refused.",
});

const Line = z
  .object({
    description: z.string().meta({ description: "Subject of the charge." }),
    amount: z.int().meta({ description: "Amount in the smallest unit of the currency; negative for a credit." }),
  })
  .meta({ id: "InvoiceLine" });

const span = z.object({
  from: moment.meta({ description: "Start." }),
  to: moment.meta({ description: "End." }),
});

const limit = z.int().nullable();

const PlanOffer = z
  .object({
    name: z.string().meta({ description: "Name in requests." }),
    title: z.string().meta({ description: "Display name." }),
    price: Money.meta({ description: "Price per month." }),
    limits: z
      .object({
        requests_per_minute: z.int().meta({ description: "For all keys of one mode together." }),
        person_requests_per_minute: z.int().meta({ description: "For one signed-in person." }),
        projects: limit.meta({ description: "Projects; null when there is no limit." }),
        members: limit.meta({ description: "Members and invitations; null when there is no limit." }),
        webhooks: limit.meta({ description: "Webhooks of all projects; null when there is no limit." }),
        file_bytes: limit.meta({ description: "Bytes of files in all projects; null when there is no limit." }),
        generation_units: limit.meta({ description: "Units per calendar month; null when there is no limit." }),
        log_retention_days: z.int().meta({ description: "Retention of logs, in days." }),
        player_event_days: z.int().meta({ description: "Retention of player events, in days." }),
      })
      .meta({ description: "Limits of the plan." }),
    change: z.enum(["current", "now", "period_end"]).meta({
      description: "Whether it is the current plan, or when it would take effect if chosen now.",
    }),
    due_now: Money.nullable().meta({
      description: "Amount charged immediately; null when the payment provider determines it.",
    }),
    exceeds,
  })
  .meta({ id: "PlanOffer" });

export const Tier = z
  .object({
    plan: z.string().meta({ description: "The workspace's plan." }),
    title: z.string().meta({ description: "Display name." }),
    price: Money.meta({ description: "Price per month." }),
    plans: z.array(PlanOffer).meta({ description: "All plans, the smallest first." }),
  })
  .meta({ id: "Tier" });

export const Subscription = z
  .object({
    plan: z.string().meta({ description: "The current plan." }),
    title: z.string().meta({ description: "Display name." }),
    price: Money.meta({ description: "Price per month." }),
    provider: z.enum(["embedded", "stripe"]).meta({ description: "Provider of the subscription." }),
    payments_connected: z.boolean().meta({ description: "Whether a payment provider is connected." }),
    message: z.string().nullable().meta({ description: "Notice for the owner." }),
    status: z.enum(["none", "active", "past_due", "canceled"]).meta({
      description: "`none`: nothing is paid. `past_due`: an invoice could not be collected; the plan stays for now.",
    }),
    period: span.nullable().meta({ description: "The paid period; null if nothing is paid." }),
    next_plan: z.string().nullable().meta({ description: "Plan after the end of the period, if it differs." }),
    exceeds: exceeds.meta({
      description: "Resources in excess of the next plan. They are kept; creating more is refused.",
    }),
    balance: Money.meta({ description: "Amount charged and not yet paid." }),
    may_change: z.boolean().meta({ description: "Whether this caller may change the plan." }),
  })
  .meta({ id: "BillingSubscription" });

export const BillingPage = z
  .object({ url: z.string().meta({ description: "Address of the page to open." }) })
  .meta({ id: "BillingPage" });

const Used = z.object({
  requests: z.int().meta({ description: "All requests." }),
  generation_units: z.int().meta({ description: "Generated units." }),
});

export const BillingUsage = z
  .object({
    month: span.meta({ description: "Calendar month, UTC." }),
    live: Used.meta({ description: "Of live data." }),
    test: Used.meta({ description: "Of test data: never billed." }),
    generation_units_limit: limit.meta({
      description: "Units per month that the plan allows; null when there is no limit.",
    }),
    next_invoice: z
      .object({
        at: moment.meta({ description: "Time of issue." }),
        total: Money.meta({ description: "Total." }),
        lines: z.array(Line).meta({ description: "Subject of the charge." }),
      })
      .nullable()
      .meta({
        description: "Preview of the next invoice; null when there is none, or if the payment provider issues it.",
      }),
  })
  .meta({ id: "BillingUsage" });

export const Invoice = z
  .object({
    id: z.string(),
    number: z.string().meta({ description: "Display name." }),
    status: z.enum(["draft", "open", "paid", "void", "uncollectible"]).meta({ description: "Status." }),
    total: Money.meta({ description: "Total." }),
    lines: z.array(Line).meta({ description: "Subject of the charge." }),
    period: span.nullable().meta({ description: "Period covered." }),
    issued_at: moment.meta({ description: "Time of issue." }),
    settled_at: moment.nullable().meta({ description: "Time of payment; null if unpaid." }),
    url: z.string().nullable().meta({ description: "Page of the payment provider that shows it." }),
  })
  .meta({ id: "Invoice" });

export const invoiceParams = z.object({ invoice_id: idOf("ivc").meta({ description: "Id of the invoice, `ivc_…`." }) });

export const plan = z.enum(OFFERED).meta({ description: "The plan to choose." });
