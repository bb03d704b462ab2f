"use client";

import { Braces, X } from "lucide-react";
import { useState } from "react";
import { describeEffect } from "#domain/describe-logic.ts";
import type { Effect } from "#domain/expression.ts";
import { useVariables } from "../../frame/project/project-queries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useLogicNames } from "../fields/use-logic-names.ts";
import { EffectControls } from "./effect-controls.tsx";
import { effectOfRow, effectRowOf } from "./effect-rows.ts";
import { JsonEditor } from "./json-editor.tsx";
import { readEffectJson } from "./json-problems.ts";
import { UnshownLogic } from "./unshown-logic.tsx";

interface EffectItemProps {
  effect: Effect;
  onChange: (effect: Omit<Effect, "id">) => void;
  onRemove: () => void;
  disabledReason: string | null;
}

/** One effect: a row, or words that no row can say. */
export function EffectItem({ effect, onChange, onRemove, disabledReason }: EffectItemProps) {
  const [isJson, setJson] = useState(false);
  const variables = useVariables();
  const description = useLogicNames((names) => describeEffect(effect, names));
  const row = effectRowOf(effect);
  if (isJson && disabledReason === null) {
    const { id: _, ...bare } = effect;
    return (
      <div className="rounded-card border border-line bg-paper p-2">
        <JsonEditor
          label="Effect"
          value={bare}
          read={(text) => readEffectJson(text, (id) => variables.get(id))}
          onSave={(next) => {
            setJson(false);
            onChange(next);
          }}
          onCancel={() => setJson(false)}
        />
      </div>
    );
  }
  if (row.kind === "text") {
    return (
      <UnshownLogic
        what="effect"
        description={description}
        disabledReason={disabledReason}
        onEdit={() => setJson(true)}
        onRemove={onRemove}
      />
    );
  }
  return (
    <div className="space-y-1.5 rounded-card border border-line bg-paper p-2">
      <EffectControls
        row={row}
        onChange={(next) => onChange(effectOfRow(next))}
        disabledReason={disabledReason}
        actions={
          disabledReason === null && (
            <>
              <IconButton
                size="sm"
                label="Edit as JSON"
                icon={<Braces aria-hidden="true" size={14} />}
                onClick={() => setJson(true)}
              />
              <IconButton
                size="sm"
                label="Remove this effect"
                icon={<X aria-hidden="true" size={14} />}
                onClick={onRemove}
              />
            </>
          )
        }
      />
      <p className="break-words font-reading text-13 text-ink-2" dir="auto">
        {description}
      </p>
    </div>
  );
}
