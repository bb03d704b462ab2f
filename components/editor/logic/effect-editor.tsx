"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { describeEffect } from "#domain/describe-logic.ts";
import type { Effect } from "#domain/expression.ts";
import { newId } from "../../frame/project/new-id.ts";
import { type ProjectVariable, useVariables } from "../../frame/project/project-queries.ts";
import { useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { matches, type Option } from "../../ui/option.ts";
import { Picker } from "../../ui/picker.tsx";
import { useLogicNames } from "../fields/use-logic-names.ts";
import { EffectControls } from "./effect-controls.tsx";
import { effectOfRow, effectRowOf, type WorldRow } from "./effect-rows.ts";
import { readEffectJson } from "./json-problems.ts";
import { ChangesField } from "./logic-field.tsx";
import { ITEM, LogicItem } from "./logic-item.tsx";
import { effectOn } from "./operators.ts";
import { DECLARE, variableOptions } from "./subject-options.ts";
import { DeclareVariable } from "./variable-form.tsx";
import { WorldEffect } from "./world-effect.tsx";
import { blankWorldRow, isWholeRow, WORLD_CHANGES } from "./world-rows.ts";

interface EffectEditorProps {
  /** Text shown while there are no effects. */
  none: string;
  effects: readonly Effect[];
  onChange: (effects: Effect[]) => void;
  disabledReason: string | null;
  /** Key of the list, for the text that was begun. */
  fieldKey: string;
}

/** Effects that change no variable. */
const OTHERS: readonly (Option & { readonly effect: Omit<Effect, "id"> })[] = [
  { value: "emit", label: "Send an event to the game", effect: effectOfRow({ kind: "signal", op: "emit", name: "" }) },
  { value: "command", label: "Run a command", effect: effectOfRow({ kind: "signal", op: "command", name: "" }) },
  { value: "visits", label: "Forget visits", effect: effectOfRow({ kind: "visits", nodeId: null }) },
];

/** A list of effects, in the order they happen. */
export function EffectEditor({ none, effects, onChange, disabledReason, fieldKey }: EffectEditorProps) {
  const variables = useVariables();
  const mayDeclare = useCan()("change").allowed;
  const [declaring, setDeclaring] = useState<string | null>(null);
  /** A change of the world that does not say yet of whom or what. */
  const [draft, setDraft] = useState<WorldRow | null>(null);
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
      {draft !== null && disabledReason === null && (
        <div className={`space-y-1.5 ${ITEM} border-dashed`}>
          <WorldEffect
            row={draft}
            disabledReason={null}
            onChange={setDraft}
            actions={
              <IconButton
                size="sm"
                label="Remove this effect"
                icon={<X aria-hidden="true" size={14} />}
                onClick={() => setDraft(null)}
              />
            }
          />
          <Button
            size="sm"
            disabledReason={isWholeRow(draft) ? null : "Choose a subject first."}
            onClick={() => {
              add(effectOfRow(draft));
              setDraft(null);
            }}
          >
            Add it
          </Button>
        </div>
      )}
      <ChangesField
        label="Effects as text"
        draftKey={fieldKey}
        effects={effects}
        onChange={onChange}
        disabledReason={disabledReason}
      />
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
            ...[...WORLD_CHANGES, ...OTHERS].filter(({ label }) => matches(label, query)),
          ]}
          onPick={(value, query) => {
            const variable = variables.get(value);
            const other = OTHERS.find((each) => each.value === value);
            const change = WORLD_CHANGES.find((each) => each.value === value);
            if (change !== undefined) {
              const row = blankWorldRow(change.value);
              if (isWholeRow(row)) add(effectOfRow(row));
              else setDraft(row);
            } else if (value === DECLARE) setDeclaring(query);
            else if (variable !== undefined) addOn(variable);
            else if (other !== undefined) add(other.effect);
          }}
        />
      )}
      <DeclareVariable name={declaring} onDeclared={addOn} onClose={() => setDeclaring(null)} />
    </div>
  );
}

interface EffectItemProps {
  effect: Effect;
  onChange: (effect: Omit<Effect, "id">) => void;
  onRemove: () => void;
  disabledReason: string | null;
}

/** One effect: a row, or words that no row can say. */
function EffectItem({ effect, onChange, onRemove, disabledReason }: EffectItemProps) {
  const description = useLogicNames((names) => describeEffect(effect, names));
  const row = effectRowOf(effect);
  const { id: _, ...value } = effect;
  const item = { value, description, onChange, onRemove, disabledReason };
  return (
    <LogicItem {...item} what="effect" read={readEffectJson} hasRow={row.kind !== "text"}>
      {({ asJson, remove }) =>
        row.kind !== "text" && (
          <div className={`space-y-1.5 ${ITEM}`}>
            <EffectControls
              row={row}
              onChange={(next) => onChange(effectOfRow(next))}
              disabledReason={disabledReason}
              actions={
                <>
                  {asJson}
                  {remove("Remove this effect", onRemove)}
                </>
              }
            />
            <p className="break-words font-reading text-13 text-ink-2" dir="auto">
              {description}
            </p>
          </div>
        )
      }
    </LogicItem>
  );
}
