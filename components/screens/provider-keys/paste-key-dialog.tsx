"use client";

import { useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useChange } from "../../frame/api/use-change.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { FormFrame, Submit } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { type ProviderKey, useReadProviderKeysAgain } from "./provider-key-queries.ts";
import { adviceOf, nameOf, PROVIDER_NAMES, standingOf } from "./provider-key-words.ts";

interface PasteKeyDialogProps {
  /** Key that the new one replaces; null where the new one is added to the existing ones. */
  replaced: ProviderKey | null;
  onClose: () => void;
}

/**
 * Dialog that takes a key and tries it as soon as it is pasted. The key exists only in its field and in the request: no
 * state, no cache and no address ever holds it.
 */
export function PasteKeyDialog({ replaced, onClose }: PasteKeyDialogProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadProviderKeysAgain();
  const [kept, setKept] = useState<ProviderKey | null>(replaced);
  const trial = useChange(useApi().byok.verify.mutationOptions({ onSettled: () => void readAgain() }));
  const tried = trial.data ?? null;

  const isNew = kept === null;
  const form = useForm<Omit<Inputs["byok"]["create"], "project_id">>({
    schema: SCHEMAS["byok.create"],
    start: { provider: "openai_compatible", label: "", base_url: kept?.base_url ?? null, key: "" },
    after: "empties",
    disabledReason: trial.isPending ? "The key is being tried." : null,
    fields: {
      provider: {
        label: "Provider",
        options: Object.entries(PROVIDER_NAMES).map(([value, label]) => ({ value, label })),
        when: () => isNew,
      },
      label: { label: "Name (optional)", when: () => isNew },
      base_url: {
        label: "Address (optional)",
        help: "Only for another server than the provider’s own. Include the version, such as /v1.",
        placeholder: "https://models.example.com/v1",
        type: "url",
        isCode: true,
      },
      key: { label: "Key", sendsPasted: true },
    },
    failed: "The key was not stored",
    send: async (typed) => {
      trial.reset();
      const { key, base_url = null } = typed;
      const stored = isNew
        ? await client.byok.create.mutate({ project_id, ...typed })
        : await client.byok.rotate.mutate({ project_id, byok_id: kept.id, key, base_url });
      setKept(stored);
      trial.mutate({ project_id, byok_id: stored.id });
    },
  });

  const isDone = tried !== null && !form.isSending;
  return (
    <DialogPopup
      size="md"
      title={replaced === null ? "Add a provider key" : `Replace the key of ${nameOf(replaced)}`}
      description="The key is tested as soon as you paste it, which uses a few tokens. It is stored encrypted and cannot be shown again."
      onClose={onClose}
      footer={
        <>
          {!isDone && <Button onClick={onClose}>{isNew || kept === replaced ? "Cancel" : "Close"}</Button>}
          {tried?.status !== "active" && (
            <Submit form={form} busy="Storing…" variant={isDone ? "quiet" : "primary"}>
              {trial.isPending ? "Trying…" : isDone ? "Try another key" : "Store and try"}
            </Submit>
          )}
          {isDone && (
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          )}
        </>
      }
    >
      <FormFrame form={form} />
      <div aria-live="polite" className="mt-4">
        {trial.isPending && <p className="text-13 text-ink-2">The key is stored. Testing it…</p>}
        {trial.problem !== null && <Notice tone="error">{trial.problem}</Notice>}
        {tried !== null && <Verdict tried={tried} onChosen={readAgain} />}
      </div>
    </DialogPopup>
  );
}

/** Shows the answer of the provider: its models, or the error. */
function Verdict({ tried, onChosen }: { tried: ProviderKey; onChosen: () => Promise<void> }) {
  const project_id = useProjectId();
  const [model, setModel] = useState(tried.model ?? "");
  const update = useChange(useApi().byok.update.mutationOptions({ onSuccess: onChosen }));
  const { word, tone } = standingOf(tried);
  const advice = adviceOf(tried);
  const names = [...new Set([...(tried.model === null ? [] : [tried.model]), ...(tried.usable_models ?? [])])];
  const choose = (name: string) => {
    setModel(name);
    update.mutate({ project_id, byok_id: tried.id, models: { text: name } });
  };
  return (
    <section aria-label="Result of the test" className="space-y-3 border-line border-t pt-3">
      <p className="flex flex-wrap items-center gap-2 text-13">
        <Badge tone={tone}>{word}</Badge>
        {advice ?? `${tried.usable_models?.length ?? 0} models can be used with it.`}
      </p>
      {tried.status === "active" && names.length > 0 && (
        <Select
          label="Writes with"
          value={model}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      <AlertLine>{update.problem}</AlertLine>
    </section>
  );
}
