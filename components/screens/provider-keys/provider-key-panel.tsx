"use client";

import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { ListPanel } from "../../frame/list/list-panel.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { Select } from "../../ui/select.tsx";
import { MadeModel } from "./made-model.tsx";
import { type ProviderKey, useReadProviderKeysAgain } from "./provider-key-queries.ts";
import { adviceOf, nameOf, sayCost, sayUse, standingOf } from "./provider-key-words.ts";

const PasteKeyLate = late(() => import("./paste-key-dialog.tsx").then((part) => part.PasteKeyDialog));
const BudgetLate = late(() => import("./budget-dialog.tsx").then((part) => part.BudgetDialog));
const RevokeLate = late(() => import("./revoke-dialog.tsx").then((part) => part.RevokeDialog));

interface ProviderKeyPanelProps {
  /** Undefined while the keys are read. */
  providerKey: ProviderKey | undefined;
  onClose: () => void;
}

/** One key: what its state means, what was used, and what can be done with it. */
export function ProviderKeyPanel({ providerKey, onClose }: ProviderKeyPanelProps) {
  const [open, setOpen] = useState<"replace" | "budget" | "revoke" | null>(null);
  const PasteKeyDialog = useLate(PasteKeyLate, open === "replace");
  const BudgetDialog = useLate(BudgetLate, open === "budget");
  const RevokeDialog = useLate(RevokeLate, open === "revoke");
  const close = () => setOpen(null);
  return (
    <ListPanel
      title={providerKey === undefined ? "Key" : nameOf(providerKey)}
      what="the key"
      query={{ data: providerKey, error: null, refetch: close }}
      onClose={onClose}
    >
      {(key) => (
        <div className="space-y-3 px-4 py-4 text-13">
          <Badge tone={standingOf(key).tone}>{standingOf(key).word}</Badge>
          {adviceOf(key) !== null && <p className="text-ink-2">{adviceOf(key)}</p>}
          <p>
            {sayUse(key)}
            {sayCost(key) !== null && `, ${sayCost(key)}`}
          </p>
          <Controls providerKey={key} onOpen={setOpen} />
          {PasteKeyDialog !== null && <PasteKeyDialog replaced={key} onClose={close} />}
          {BudgetDialog !== null && <BudgetDialog providerKey={key} onClose={close} />}
          {RevokeDialog !== null && <RevokeDialog providerKey={key} onClose={close} />}
        </div>
      )}
    </ListPanel>
  );
}

interface ControlsProps {
  providerKey: ProviderKey;
  onOpen: (dialog: "replace" | "budget" | "revoke") => void;
}

function Controls({ providerKey, onOpen }: ControlsProps) {
  const project_id = useProjectId();
  const { id: byok_id, provider, usable_models, model, models, disabled, has_key } = providerKey;
  const api = useApi().byok;
  const readAgain = useReadProviderKeysAgain();
  const reason = reasonOf(useCan()("manage"));
  const verify = useChange(api.verify.mutationOptions({ onSettled: readAgain }));
  const update = useChange(api.update.mutationOptions({ onSettled: readAgain }));
  const problem = verify.problem ?? update.problem;
  const names = [...new Set([...(model === null ? [] : [model]), ...(usable_models ?? [])])];
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        {names.length > 0 && (
          <Select
            label="Writes with"
            className="w-60"
            value={models.text ?? model ?? ""}
            disabled={reason !== null || update.isPending}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={({ target }) => update.mutate({ project_id, byok_id, models: { text: target.value } })}
          />
        )}
        <Button
          size="sm"
          disabled={verify.isPending}
          disabledReason={reason ?? (has_key === false ? "There is no key to test." : null)}
          onClick={() => verify.mutate({ project_id, byok_id })}
        >
          {verify.isPending ? "Trying…" : "Try it"}
        </Button>
        <Button size="sm" disabledReason={reason} onClick={() => onOpen("budget")}>
          Budget and prices
        </Button>
        <Button size="sm" disabledReason={reason} onClick={() => onOpen("replace")}>
          Replace key
        </Button>
        <Button
          size="sm"
          disabled={update.isPending}
          disabledReason={reason}
          onClick={() => update.mutate({ project_id, byok_id, disabled: !disabled })}
        >
          {disabled ? "Switch on" : "Switch off"}
        </Button>
        <Button size="sm" disabledReason={reason} onClick={() => onOpen("revoke")}>
          Revoke
        </Button>
      </div>
      {provider === "openai_compatible" &&
        (["image", "speech"] as const).map((makes) => (
          <MadeModel
            key={makes}
            makes={makes}
            model={models[makes]}
            disabledReason={reason}
            onSave={(model) => update.mutateAsync({ project_id, byok_id, models: { [makes]: model } })}
          />
        ))}
      <AlertLine className="mt-2 text-12">{problem}</AlertLine>
    </>
  );
}
