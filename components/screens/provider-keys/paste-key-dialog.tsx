"use client";

import { type ClipboardEvent, type FormEvent, useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { Select } from "../../ui/select.tsx";
import { type ProviderKey, useReadProviderKeysAgain } from "./provider-key-queries.ts";
import { adviceOf, nameOf, PROVIDER_NAMES, standingOf } from "./provider-key-words.ts";

const FORM = { fields: ["provider", "key", "label", "base_url"] };

export interface PasteKeyDialogProps {
  /** The key that a new one is to take the place of; null for another one beside those there are. */
  replaced: ProviderKey | null;
  onClose: () => void;
}

/**
 * Takes a key and tries it at once, as soon as it is pasted. The key is in its field and on its way to the server, and nowhere
 * else: no state, no cache and no address ever has it.
 */
export function PasteKeyDialog({ replaced, onClose }: PasteKeyDialogProps) {
  const form = useId();
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadProviderKeysAgain();
  const [kept, setKept] = useState<ProviderKey | null>(replaced);
  const [tried, setTried] = useState<ProviderKey | null>(null);
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [step, setStep] = useState<"storing" | "trying" | null>(null);
  const isBusy = step !== null;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fields = event.currentTarget;
    const entries = new FormData(fields);
    const typed = (field: string) => String(entries.get(field) ?? "").trim();
    setStep("storing");
    setErrors(NO_ERRORS);
    setTried(null);
    try {
      const base_url = typed("base_url") === "" ? null : typed("base_url");
      const stored =
        kept === null
          ? await client.byok.create.mutate({
              project_id,
              provider: typed("provider") === "anthropic" ? "anthropic" : "openai_compatible",
              label: typed("label"),
              key: typed("key"),
              base_url,
            })
          : await client.byok.rotate.mutate({ project_id, byok_id: kept.id, key: typed("key"), base_url });
      const key = fields.elements.namedItem("key");
      if (key instanceof HTMLInputElement) key.value = "";
      setKept(stored);
      setStep("trying");
      setTried(await client.byok.verify.mutate({ project_id, byok_id: stored.id }));
    } catch (error) {
      setErrors(formErrors(error, FORM));
    } finally {
      setStep(null);
      await readAgain();
    }
  }

  const submitPasted = ({ currentTarget }: ClipboardEvent<HTMLInputElement>) => {
    // The field has what was pasted after this event.
    setTimeout(() => currentTarget.form?.requestSubmit());
  };

  return (
    <DialogPopup
      size="md"
      title={replaced === null ? "Add a provider key" : `Replace the key of ${nameOf(replaced)}`}
      description="It is tried as soon as you paste it, which takes a few tokens. It is sealed, and nobody can read it here again."
      onClose={onClose}
      footer={
        tried === null ? (
          <>
            <Button onClick={onClose}>{kept === null || kept === replaced ? "Cancel" : "Close"}</Button>
            <Button type="submit" form={form} variant="primary" disabled={isBusy}>
              {step === "storing" ? "Storing…" : step === "trying" ? "Trying…" : "Store and try"}
            </Button>
          </>
        ) : (
          <>
            {tried.status !== "active" && (
              <Button type="submit" form={form} disabled={isBusy}>
                Try another key
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4" noValidate>
        <FormSummary title="The key was not stored" errors={errors} />
        {kept === null && (
          <>
            <FormField label="Provider" errors={errors.fields.provider}>
              {(control) => (
                <select {...control} name="provider" className={`${CONTROL} cursor-pointer`}>
                  {Object.entries(PROVIDER_NAMES).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </FormField>
            <FormField label="Name (optional)" errors={errors.fields.label}>
              {(control) => <input {...control} name="label" dir="auto" autoComplete="off" className={CONTROL} />}
            </FormField>
          </>
        )}
        <FormField
          label="Address (optional)"
          hint="Only for a server other than the provider’s own, up to its version."
          errors={errors.fields.base_url}
        >
          {(control) => (
            <input
              {...control}
              name="base_url"
              type="url"
              defaultValue={replaced?.base_url ?? ""}
              placeholder="https://models.example.com/v1"
              autoComplete="off"
              spellCheck={false}
              className={`${CONTROL} font-code`}
            />
          )}
        </FormField>
        <FormField label="Key" errors={errors.fields.key}>
          {(control) => (
            <input
              {...control}
              name="key"
              type="password"
              autoComplete="off"
              spellCheck={false}
              required
              readOnly={isBusy}
              onPaste={submitPasted}
              className={`${CONTROL} font-code`}
            />
          )}
        </FormField>
      </form>
      <div aria-live="polite" className="mt-4">
        {step === "trying" && <p className="text-13 text-ink-2">The key is stored. The provider is asked…</p>}
        {tried !== null && <Verdict tried={tried} onChosen={readAgain} />}
      </div>
    </DialogPopup>
  );
}

/** What the provider said: the models, or what is wrong. */
function Verdict({ tried, onChosen }: { tried: ProviderKey; onChosen: () => Promise<void> }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const [model, setModel] = useState(tried.model ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const { word, tone } = standingOf(tried);
  const advice = adviceOf(tried);
  const names = [...new Set([...(tried.model === null ? [] : [tried.model]), ...(tried.usable_models ?? [])])];
  async function choose(name: string) {
    setModel(name);
    try {
      await client.byok.update.mutate({ project_id, byok_id: tried.id, models: { text: name } });
      setProblem(null);
      await onChosen();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The model could not be chosen.");
    }
  }
  return (
    <section aria-label="What the provider says" className="space-y-3 border-line border-t pt-3">
      <p className="flex flex-wrap items-center gap-2 text-13">
        <Badge tone={tone}>{word}</Badge>
        {advice ?? `${tried.usable_models?.length ?? 0} models can be used with it.`}
      </p>
      {tried.status === "active" && names.length > 0 && (
        <Select
          label="Writes with"
          value={model}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={({ target }) => void choose(target.value)}
        />
      )}
      {problem !== null && (
        <p role="alert" className="text-12 text-error">
          {problem}
        </p>
      )}
    </section>
  );
}
