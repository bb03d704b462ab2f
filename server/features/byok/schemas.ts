import { z } from "zod";
import { MODEL_PROVIDERS, STRUCTURED_MODES, TOKEN_COUNTS } from "../../adapters/llm/port.ts";
import { finiteNumber, integer, secretText, text, url } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { shownVersion } from "../../operation/ordinary/shown-version.ts";
import { versionFields } from "../../record/wire.ts";
import { MAX_PRICES, type ProviderKeyVersion, providerKeyResource } from "./provider-key.ts";
import { hasKey, modelOf, type ProviderKeyStatus, STATUSES, statusOf } from "./standing.ts";

const BESIDE = "Null in the past: it is no part of the record.";
const moment = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description: `${description} ${BESIDE}` });

const CURRENCY = "An ISO 4217 code, such as `EUR`.";
const PRICE_LIST = "A price for each model; one without is not shown as money.";
const PRICED = "The model's name, as the provider lists it.";
const PER_INPUT = "What a million tokens cost that are read.";
const PER_OUTPUT = "What a million tokens cost that are written.";
const PROVIDER = "Whose format is spoken: OpenAI's chat completions, which most servers have, or Anthropic's messages.";
const LABEL = "Display name.";
const BUDGET = "Tokens of a calendar month (UTC) that calls may take; null for no limit.";
const MODELS = "The models it is used for.";
const DRAWS = "The model that draws pictures, such as `gpt-image-1`; only for `openai_compatible`.";
const SPEAKS = "The model that speaks, such as `gpt-4o-mini-tts`; only for `openai_compatible`.";
const COUNTS =
  "`reported`: the provider's token counts are used, and an answer is discarded if the provider counted less than 80 % of the prompt (estimated, from 100 tokens), because its model then read only a part. `ignored`: Fabula estimates every count, and truncated prompts are not detected; for servers that count differently, for example without cached tokens.";
const DISABLED = "Whether somebody switched it off.";

export const Prices = z
  .object({
    currency: z.string().meta({ description: CURRENCY }),
    models: z
      .array(
        z.object({
          model: z.string().meta({ description: PRICED }),
          input_per_million: z.number().meta({ description: PER_INPUT }),
          output_per_million: z.number().meta({ description: PER_OUTPUT }),
        }),
      )
      .meta({ description: PRICE_LIST }),
  })
  .meta({ id: "ModelPrices" });

/** A key on the wire: everything but the key. */
export const ProviderKey = z
  .object({
    id: z.string(),
    project_id: z.string(),
    provider: z.enum(MODEL_PROVIDERS).meta({ description: PROVIDER }),
    label: z.string().meta({ description: LABEL }),
    base_url: z.string().nullable().meta({ description: "Where the key is sent; null for the vendor's own address." }),
    models: z
      .object({
        text: z.string().nullable().meta({ description: "The model that writes; null for the first usable one." }),
        image: z
          .string()
          .nullable()
          .meta({ description: `${DRAWS} Null for none.` }),
        speech: z
          .string()
          .nullable()
          .meta({ description: `${SPEAKS} Null for none.` }),
      })
      .meta({ description: MODELS }),
    monthly_token_budget: z.int().nullable().meta({ description: BUDGET }),
    prices: Prices.nullable().meta({ description: "Prices that you entered. Without them nothing is shown as money." }),
    token_counts: z.enum(TOKEN_COUNTS).meta({ description: COUNTS }),
    disabled: z.boolean().meta({ description: DISABLED }),
    key_set_at: z.iso.datetime().meta({ description: "When the key that it holds was stored." }),
    status: z
      .enum(STATUSES)
      .nullable()
      .meta({
        description: `\`unverified\`: not tried yet; \`active\`: the last call was answered; \`invalid\`: the provider refuses it; \`quota_exhausted\`: it has no money left; \`rate_limited\`: the provider asked to be left alone until \`retry_at\`; \`disabled\`: it is switched off, or there is none. ${BESIDE}`,
      }),
    has_key: z
      .boolean()
      .nullable()
      .meta({
        description: `False after a restore, which brings back no secrets, and when the base URL differs from the one the key was stored for. Rotate the key. ${BESIDE}`,
      }),
    fingerprint: z
      .string()
      .nullable()
      .meta({
        description: `Fingerprint that identifies equal keys and reveals nothing else. ${BESIDE}`,
      }),
    usable_models: z
      .array(z.string())
      .nullable()
      .meta({ description: `Models the provider listed when the key was verified. ${BESIDE}` }),
    model: z
      .string()
      .nullable()
      .meta({ description: `Model used for generations at present. ${BESIDE}` }),
    capabilities: z
      .object({
        structured: z.enum(STRUCTURED_MODES).meta({
          description: "Method of requesting structured answers: the strictest one that the model honoured.",
        }),
        stream_usage: z
          .boolean()
          .meta({ description: "Whether the provider counts tokens. Fabula counts them otherwise." }),
      })
      .nullable()
      .meta({ description: `What \`verify\` found out about the model. ${BESIDE}` }),
    last_verified_at: moment("When it was verified last."),
    last_used_at: moment("When it was used last."),
    last_error_code: z
      .string()
      .nullable()
      .meta({ description: `Error code of the last call; null when it succeeded. ${BESIDE}` }),
    last_error: z
      .string()
      .nullable()
      .meta({
        description: `Message of the last error, written by Fabula. Messages of providers are never passed on. ${BESIDE}`,
      }),
    retry_at: moment("Until when the provider asked to be left alone."),
    used_this_month: z
      .int()
      .nullable()
      .meta({ description: `Tokens used or reserved in this calendar month (UTC). ${BESIDE}` }),
    cost_this_month: z
      .number()
      .nullable()
      .meta({
        description: `The same in the currency of \`prices\`; null while a model that was used has none. ${BESIDE}`,
      }),
    ...versionFields,
  })
  .meta({ id: "ProviderKey" });

const model = text({ min: 1, max: 200, singleLine: true });

export const providerKeyFields = {
  key: secretText({ min: 8, max: 4_096, singleLine: true }).meta({
    description: "The key, as the provider gave it out. It is sealed, and shown nowhere ever again.",
  }),
  provider: z.enum(MODEL_PROVIDERS).meta({ description: PROVIDER }),
  label: text({ max: 200, singleLine: true }).meta({ description: LABEL }),
  base_url: url({ schemes: ["https", "http"] })
    .nullable()
    .meta({
      description:
        "Where another server speaks the provider's format, up to the version: `https://models.example.com/v1`. A public address with `https`; others, also with `http`, only where the operator allows them (`FABULA_OUTBOUND_ALLOW`).",
    }),
  models: z
    .strictObject({
      text: model.nullable().optional().meta({ description: "The model that writes; null for the first usable." }),
      image: model
        .nullable()
        .optional()
        .meta({ description: `${DRAWS} Without it pictures are placeholders.` }),
      speech: model
        .nullable()
        .optional()
        .meta({ description: `${SPEAKS} Without it voice lines are placeholders.` }),
    })
    .meta({ description: MODELS }),
  monthly_token_budget: integer({ min: 1, max: 1_000_000_000_000 }).nullable().meta({ description: BUDGET }),
  prices: z
    .strictObject({
      currency: text({ pattern: /^[A-Z]{3}$/ }).meta({ description: CURRENCY }),
      models: z
        .array(
          z.strictObject({
            model: text({ min: 1, max: 200, singleLine: true }).meta({ description: PRICED }),
            input_per_million: finiteNumber({ min: 0, max: 1_000_000 }).meta({ description: PER_INPUT }),
            output_per_million: finiteNumber({ min: 0, max: 1_000_000 }).meta({ description: PER_OUTPUT }),
          }),
        )
        .max(MAX_PRICES)
        .meta({ description: PRICE_LIST }),
    })
    .nullable()
    .meta({ description: "Prices that convert usage to money; null shows none." }),
  token_counts: z.enum(TOKEN_COUNTS).meta({ description: COUNTS }),
  disabled: z.boolean().meta({ description: DISABLED }),
};

/** Status of a key beside the record. */
export interface KeyHealth {
  readonly standing: ProviderKeyStatus;
  readonly usedThisMonth: number;
  readonly costThisMonth: number | null;
  readonly now: number;
}

/** A key with how it fares. Without the latter, as in the past, those fields are null. */
export function toProviderKey(
  version: ProviderKeyVersion,
  beside: KeyHealth | null = null,
): z.input<typeof ProviderKey> {
  const { image = null, speech = null, ...models } = version.models;
  return {
    ...shownVersion(providerKeyResource, version),
    models: { ...models, image, speech },
    ...besideFields(version, beside),
  };
}

function besideFields(version: ProviderKeyVersion, beside: KeyHealth | null) {
  const { standing } = beside ?? {};
  return {
    status: beside === null ? null : statusOf(version, beside.standing, beside.now),
    has_key: beside === null ? null : hasKey(version, beside.standing),
    fingerprint: standing?.secret?.fingerprint ?? null,
    usable_models: standing === undefined ? null : [...standing.usable_models],
    model: standing === undefined ? null : modelOf(version, standing),
    capabilities: standing?.capabilities ?? null,
    last_verified_at: standing?.last_verified_at ?? null,
    last_used_at: standing?.last_used_at ?? null,
    last_error_code: standing?.last_error_code ?? null,
    last_error: standing?.last_error ?? null,
    retry_at: standing?.retry_at ?? null,
    used_this_month: beside?.usedThisMonth ?? null,
    cost_this_month: beside?.costThisMonth ?? null,
  };
}

export const providerKeyApi = apiResource({
  resource: providerKeyResource,
  one: "provider key",
  param: "byok_id",
  wire: ProviderKey,
  toWire: (version) => toProviderKey(version),
  example: {
    state: {
      provider: "anthropic",
      label: "The writers' room",
      models: { text: "claude-sonnet-5" },
      monthly_token_budget: 2_000_000,
      key_set_at: "2026-11-20T19:04:00.000Z",
    },
    edits: { updated: { monthly_token_budget: 3_000_000 }, rotated: { key_set_at: "2026-11-24T08:30:00.000Z" } },
  },
});

export const providerKeyParams = providerKeyApi.params;
