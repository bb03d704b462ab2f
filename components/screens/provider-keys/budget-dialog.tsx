"use client";

import { type FormEvent, useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { type ProviderKey, useReadProviderKeysAgain } from "./provider-key-queries.ts";
import { nameOf } from "./provider-key-words.ts";

const FORM = { fields: ["label", "monthly_token_budget", "prices"] };

export interface BudgetDialogProps {
  providerKey: ProviderKey;
  onClose: () => void;
}

/** Asks what a key is called, how much it may take a month, and what its model costs. */
export function BudgetDialog({ providerKey, onClose }: BudgetDialogProps) {
  const form = useId();
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadProviderKeysAgain();
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  const { id: byok_id, model, prices } = providerKey;
  const price = prices?.models.find((each) => each.model === model);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const typed = (field: string) => String(entries.get(field) ?? "").trim();
    const numberOf = (field: string) => (typed(field) === "" ? null : Number(typed(field)));
    const [input, output] = [numberOf("input"), numberOf("output")];
    const others = prices?.models.filter((each) => each.model !== model) ?? [];
    const isPriced = model !== null && input !== null && output !== null;
    const own = isPriced ? [{ model, input_per_million: input, output_per_million: output }] : [];
    const models = [...others, ...own];
    setSending(true);
    try {
      await client.byok.update.mutate({
        project_id,
        byok_id,
        label: typed("label"),
        monthly_token_budget: numberOf("budget"),
        prices: models.length === 0 ? null : { currency: typed("currency").toUpperCase(), models },
      });
      await readAgain();
      onClose();
    } catch (error) {
      setErrors(formErrors(error, FORM));
      setSending(false);
    }
  }

  return (
    <DialogPopup
      size="md"
      title={`Budget and prices of ${nameOf(providerKey)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isSending}>
            {isSending ? "Saving…" : "Save"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4" noValidate>
        <FormSummary title="The changes were not saved" errors={errors} />
        <FormField label="Name" errors={errors.fields.label}>
          {(control) => (
            <input
              {...control}
              name="label"
              dir="auto"
              autoComplete="off"
              defaultValue={providerKey.label}
              className={CONTROL}
            />
          )}
        </FormField>
        <FormField
          label="Tokens a month"
          hint="A call that may not fit any more is not made. Empty: no limit."
          errors={errors.fields.monthly_token_budget}
        >
          {(control) => (
            <input
              {...control}
              name="budget"
              type="number"
              min={1}
              inputMode="numeric"
              defaultValue={providerKey.monthly_token_budget ?? ""}
              className={CONTROL}
            />
          )}
        </FormField>
        {model !== null && (
          <FormField
            label="Currency"
            hint={`What ${model} costs is known to you alone: without prices, nothing is shown as money.`}
            errors={errors.fields.prices}
          >
            {(control) => (
              <input
                {...control}
                name="currency"
                maxLength={3}
                defaultValue={prices?.currency ?? "USD"}
                autoComplete="off"
                className={CONTROL}
              />
            )}
          </FormField>
        )}
        {model !== null && (
          <div className="grid gap-4 sm:grid-cols-2">
            <PriceField name="input" label="A million tokens read" value={price?.input_per_million} />
            <PriceField name="output" label="A million tokens written" value={price?.output_per_million} />
          </div>
        )}
      </form>
    </DialogPopup>
  );
}

function PriceField({ name, label, value }: { name: string; label: string; value: number | undefined }) {
  return (
    <FormField label={label}>
      {(control) => (
        <input
          {...control}
          name={name}
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          defaultValue={value ?? ""}
          className={CONTROL}
        />
      )}
    </FormField>
  );
}
