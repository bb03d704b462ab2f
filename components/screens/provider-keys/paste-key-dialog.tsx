"use client";

import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { FormFrame, Submit } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { type ProviderKey, useReadProviderKeysAgain } from "./provider-key-queries.ts";
import { adviceOf, nameOf, PROVIDER_NAMES, standingOf } from "./provider-key-words.ts";

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
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadProviderKeysAgain();
  const [kept, setKept] = useState<ProviderKey | null>(replaced);
  const [tried, setTried] = useState<ProviderKey | null>(null);
  const [isTrying, setTrying] = useState(false);
  const [untried, setUntried] = useState<string | null>(null);

  async function tryOut({ id: byok_id }: ProviderKey): Promise<void> {
    setTrying(true);
    try {
      setTried(await client.byok.verify.mutate({ project_id, byok_id }));
    } catch (error) {
      setUntried(error instanceof Error ? error.message : "The key could not be tried.");
    }
    setTrying(false);
    await readAgain();
  }

  const isNew = kept === null;
  const form = useForm<Omit<Inputs["byok"]["create"], "project_id">>({
    schema: SCHEMAS["byok.create"],
    start: { provider: "openai_compatible", label: "", base_url: kept?.base_url ?? null, key: "" },
    after: "empties",
    disabledReason: isTrying ? "The key is being tried." : null,
    fields: {
      provider: {
        label: "Provider",
        options: Object.entries(PROVIDER_NAMES).map(([value, label]) => ({ value, label })),
        when: () => isNew,
      },
      label: { label: "Name (optional)", when: () => isNew },
      base_url: {
        label: "Address (optional)",
        help: "Only for a server other than the provider’s own, up to its version.",
        placeholder: "https://models.example.com/v1",
        type: "url",
        isCode: true,
      },
      key: { label: "Key", sendsPasted: true },
    },
    failed: "The key was not stored",
    send: async (typed) => {
      setTried(null);
      setUntried(null);
      const { key, base_url = null } = typed;
      const stored = isNew
        ? await client.byok.create.mutate({ project_id, ...typed })
        : await client.byok.rotate.mutate({ project_id, byok_id: kept.id, key, base_url });
      setKept(stored);
      void tryOut(stored);
    },
  });

  const isDone = tried !== null && !form.isSending;
  return (
    <DialogPopup
      size="md"
      title={replaced === null ? "Add a provider key" : `Replace the key of ${nameOf(replaced)}`}
      description="It is tried as soon as you paste it, which takes a few tokens. It is sealed, and nobody can read it here again."
      onClose={onClose}
      footer={
        <>
          {!isDone && <Button onClick={onClose}>{isNew || kept === replaced ? "Cancel" : "Close"}</Button>}
          {tried?.status !== "active" && (
            <Submit form={form} busy="Storing…" variant={isDone ? "quiet" : "primary"}>
              {isTrying ? "Trying…" : isDone ? "Try another key" : "Store and try"}
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
        {isTrying && <p className="text-13 text-ink-2">The key is stored. The provider is asked…</p>}
        {untried !== null && <Notice tone="error">{untried}</Notice>}
        {tried !== null && <Verdict tried={tried} onChosen={readAgain} />}
      </div>
    </DialogPopup>
  );
}

/** Shows the answer of the provider: its models, or the error. */
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
