"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { type ProviderKey, useReadProviderKeysAgain } from "./provider-key-queries.ts";
import { nameOf } from "./provider-key-words.ts";

const AMOUNT = { anyOf: [{ type: "number" }, { type: "null" }] };
const TOKEN_COUNTS = [
  { value: "reported", label: "As the provider reports them" },
  { value: "ignored", label: "As Fabula estimates them" },
];
/** Prices of one model, as they are asked for; the operation takes those of all models. */
const PRICES = {
  type: "object",
  required: ["currency", "input_per_million", "output_per_million"],
  properties: {
    currency: { title: "Currency", type: "string", maxLength: 3 },
    input_per_million: { title: "Per million input tokens", ...AMOUNT },
    output_per_million: { title: "Per million output tokens", ...AMOUNT },
  },
};

interface Budget {
  label: string;
  monthly_token_budget: number | null;
  prices: { currency: string; input_per_million: number | null; output_per_million: number | null };
  token_counts: ProviderKey["token_counts"];
}

interface BudgetDialogProps {
  providerKey: ProviderKey;
  onClose: () => void;
}

/** Asks what a key is called, how much it may take a month, and what its model costs. */
export function BudgetDialog({ providerKey, onClose }: BudgetDialogProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadProviderKeysAgain();
  const { id: byok_id, label, monthly_token_budget, model, prices, token_counts } = providerKey;
  const price = prices?.models.find((each) => each.model === model);

  function pricesOf({ currency, input_per_million, output_per_million }: Budget["prices"]) {
    const models = prices?.models.filter((each) => each.model !== model) ?? [];
    if (model !== null && input_per_million !== null && output_per_million !== null)
      models.push({ model, input_per_million, output_per_million });
    return models.length === 0 ? null : { currency: currency.toUpperCase(), models };
  }

  const form = useForm<Budget, Partial<Budget>>({
    schema: SCHEMAS["byok.update"],
    loaded: {
      label,
      monthly_token_budget,
      prices: {
        currency: prices?.currency ?? "USD",
        input_per_million: price?.input_per_million ?? null,
        output_per_million: price?.output_per_million ?? null,
      },
      token_counts,
    },
    fields: {
      label: { label: "Name" },
      monthly_token_budget: {
        label: "Tokens a month",
        help: "Calls that would exceed the limit are not made. Empty means no limit.",
      },
      prices: {
        label: `What ${model} costs`,
        help: "Without prices, no costs are shown.",
        schema: PRICES,
        when: () => model !== null,
      },
      token_counts: {
        label: "Count tokens",
        help: "Estimates are for servers that count differently. Truncated prompts are then not detected.",
        options: TOKEN_COUNTS,
      },
    },
    failed: "The changes were not saved",
    send: async ({ prices: edited, ...changed }) => {
      const all = edited === undefined ? {} : { prices: pricesOf(form.values.prices) };
      await client.byok.update.mutate({ project_id, byok_id, ...changed, ...all });
      await readAgain();
      onClose();
    },
  });
  return (
    <FormDialog
      size="md"
      form={form}
      title={`Budget and prices of ${nameOf(providerKey)}`}
      submit="Save"
      busy="Saving…"
      onClose={onClose}
    />
  );
}
