"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { Effect } from "#domain/expression.ts";
import { type ProjectVariable, useVariables } from "../../frame/project/project-queries.ts";
import { useCan } from "../../frame/session/can.ts";
import { Picker } from "../fields/picker.tsx";
import { matches, type PickerOption } from "../fields/picker-option.ts";
import { newId } from "../model/new-id.ts";
import { EffectItem } from "./effect-item.tsx";
import { effectOfRow } from "./effect-rows.ts";
import { effectOn } from "./operators.ts";
import { DECLARE, variableOptions } from "./subject-options.ts";
import { DeclareVariable } from "./variable-form.tsx";

interface EffectEditorProps {
  /** What is said while there are none. */
  none: string;
  effects: readonly Effect[];
  onChange: (effects: Effect[]) => void;
  disabledReason: string | null;
}

/** Effects that change no variable. */
const OTHERS: readonly (PickerOption & { readonly effect: Omit<Effect, "id"> })[] = [
  { value: "emit", label: "Send an event to the game", effect: effectOfRow({ kind: "signal", op: "emit", name: "" }) },
  { value: "command", label: "Run a command", effect: effectOfRow({ kind: "signal", op: "command", name: "" }) },
  { value: "visits", label: "Forget visits", effect: effectOfRow({ kind: "visits", nodeId: null }) },
];

/** A list of effects, in the order they happen. */
export function EffectEditor({ none, effects, onChange, disabledReason }: EffectEditorProps) {
  const variables = useVariables();
  const mayDeclare = useCan()("change").allowed;
  const [declaring, setDeclaring] = useState<string | null>(null);
  const add = (effect: Omit<Effect, "id">) => onChange([...effects, { id: newId("ef"), ...effect }]);
  const addOn = (variable: ProjectVariable) => add(effectOfRow(effectOn(variable)));
  return (
    <div className="space-y-2">
      {effects.length === 0 ? (
        <p className="font-reading text-13 text-ink-2">{none}</p>
      ) : (
        <ol className="space-y-2">
          {effects.map((effect) => (
            <li key={effect.id}>
              <EffectItem
                effect={effect}
                disabledReason={disabledReason}
                onChange={(next) =>
                  onChange(effects.map((each) => (each === effect ? { id: each.id, ...next } : each)))
                }
                onRemove={() => onChange(effects.filter((each) => each !== effect))}
              />
            </li>
          ))}
        </ol>
      )}
      {disabledReason === null && (
        <Picker
          label="Add an effect"
          shown={null}
          placeholder="Add an effect"
          isAdding
          icon={<Plus aria-hidden="true" size={14} />}
          className="-ms-2"
          options={(query) => [
            ...variableOptions(variables.values(), query, mayDeclare),
            ...OTHERS.filter(({ label }) => matches(label, query)),
          ]}
          onPick={(value, query) => {
            const variable = variables.get(value);
            const other = OTHERS.find((each) => each.value === value);
            if (value === DECLARE) setDeclaring(query);
            else if (variable !== undefined) addOn(variable);
            else if (other !== undefined) add(other.effect);
          }}
        />
      )}
      <DeclareVariable name={declaring} onDeclared={addOn} onClose={() => setDeclaring(null)} />
    </div>
  );
}
