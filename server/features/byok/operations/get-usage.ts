import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { day, isoDay, periodOf } from "../../usage/public.ts";
import { usedInMonth } from "../budget.ts";
import { requireProviderKey } from "../current-key.ts";
import { providerKeyParams } from "../schemas.ts";
import { readUsage, sumOf } from "../usage.ts";

const tokens = (description: string) => z.int().meta({ description });

const Sum = z
  .object({
    calls: z.int().meta({ description: "Calls that ended, those that failed included." }),
    failed_calls: z.int().meta({ description: "Calls without an answer." }),
    input_tokens: tokens("Tokens that were read."),
    output_tokens: tokens("Tokens that were written."),
    estimated_tokens: tokens("Those of both that the provider did not count."),
    reserved_tokens: tokens("Set aside for calls under way, or for calls whose end nobody saw."),
    cost: z.number().nullable().meta({
      description: "In the currency of the prices entered; null while a model that was used has none.",
    }),
  })
  .meta({ id: "ProviderKeyUsageSum" });

const DAY_MS = 24 * 60 * 60 * 1_000;

export const getProviderKeyUsage = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/byok/{byok_id}/usage",
  scope: "read",
  summary: "Get the usage of a provider key",
  description:
    "Tokens by day, model or area, verification included. Days are those of UTC. Money is shown at the prices that are entered now, and never guessed.",
  params: providerKeyParams,
  query: z.object({
    group_by: z.enum(["day", "model", "area"]).default("day").meta({ description: "Dimension of the group." }),
    from: day().optional().meta({ description: "The first day; the first of this month when it is left out." }),
    to: day().optional().meta({ description: "The last day; today when it is left out." }),
  }),
  output: z
    .object({
      from: z.string().meta({ description: "The first day." }),
      to: z.string().meta({ description: "The last day." }),
      currency: z.string().nullable().meta({ description: "Of the prices entered; null without any." }),
      total: Sum,
      groups: z.array(Sum.extend({ name: z.string().meta({ description: "The day, the model or the area." }) })),
      monthly_token_budget: z.int().nullable().meta({ description: "Null for no limit." }),
      used_this_month: z.int().meta({ description: "Tokens of this calendar month that were used or are set aside." }),
    })
    .meta({ id: "ProviderKeyUsage" }),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project, services }, { params, query }) => {
    const now = services.clock.now();
    const version = await requireProviderKey(db, project.id, params.byok_id);
    const { prices, monthly_token_budget } = version;
    const period = periodOf(query, now);
    const days = { from: isoDay(period.from), to: isoDay(period.to - DAY_MS) };
    const rows = await readUsage(db, project.id, version.id, days);
    const groups = [...Map.groupBy(rows, (row) => row[query.group_by])].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      ...days,
      currency: prices?.currency ?? null,
      total: sumOf(rows, prices),
      groups: groups.map(([name, own]) => ({ name, ...sumOf(own, prices) })),
      monthly_token_budget,
      used_this_month: await usedInMonth(db, project.id, version.id, now),
    };
  },
});
