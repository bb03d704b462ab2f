import { z } from "zod";
import { byokVersions } from "#drizzle/schema/byok.ts";
import { MODEL_PROVIDERS, TOKEN_COUNTS } from "../../adapters/llm/port.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { STANDARD_EVENTS } from "../../record/event-meaning.ts";
import { resource, type Version } from "../../record/resource.ts";

/** Prices that a project entered, so that what was used can be shown as money. */
const Prices = z.object({
  currency: z.string(),
  models: z.array(z.object({ model: z.string(), input_per_million: z.number(), output_per_million: z.number() })),
});
export type Prices = z.output<typeof Prices>;

/** Models a project may have prices for. */
export const MAX_PRICES = 200;

/** State of a key as the record keeps it: everything but the key. */
const ProviderKeyState = z.object({
  provider: z.enum(MODEL_PROVIDERS),
  label: z.string().default(""),
  base_url: z.string().nullable().default(null),
  models: z
    .object({
      text: z.string().nullable(),
      /** Absent in keys that were stored before models could draw. */
      image: z.string().nullable().optional(),
      /** Absent in keys that were stored before models could speak. */
      speech: z.string().nullable().optional(),
    })
    .default({ text: null }),
  monthly_token_budget: z.number().nullable().default(null),
  prices: Prices.nullable().default(null),
  token_counts: z.enum(TOKEN_COUNTS).default("reported"),
  disabled: z.boolean().default(false),
  key_set_at: z.string(),
});
export type ProviderKeyState = z.output<typeof ProviderKeyState>;
export type ProviderKeyVersion = Version<ProviderKeyState>;

/** Words for what models make that do not write, by the names of these models in a key. */
export const MADE = { image: "pictures", speech: "speech" } as const;

/** A key of a model provider that belongs to the project. */
export const providerKeyResource = resource({
  type: "provider_key",
  prefix: "byok",
  table: byokVersions,
  state: ProviderKeyState,
  scope: "byok:write",
  invariants: async (_scope, changes) => {
    for (const { after, loc } of changes) {
      if (after === null || after.provider === "openai_compatible") continue;
      for (const trade of ["image", "speech"] as const) {
        const model = after.models[trade] ?? null;
        if (model === null) continue;
        throw invalidValue([...loc, "models", trade], `keys of this provider are not used for ${MADE[trade]}`, model);
      }
    }
  },
  events: {
    deleted: { ...STANDARD_EVENTS.deleted, others: "The key itself is erased, and no restoration brings it back." },
    rotated: { meaning: "Another key was stored in its place; `key_set_at` says when." },
  },
});
