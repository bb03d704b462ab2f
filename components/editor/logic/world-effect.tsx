"use client";

import type { ReactNode } from "react";
import { useState } from "react";
import { EFFECT_SIGNATURES } from "#domain/effect-signatures.ts";
import { hasEntityKey, isQuestId, type WorldEffectOp } from "#domain/expression.ts";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import { WAYS_IN_WORDS } from "../../frame/facts/fact-words.ts";
import { EntityField } from "../../frame/project/entity-field.tsx";
import { FactField } from "../../frame/project/fact-field.tsx";
import { useSubjectNames } from "../../frame/project/project-queries.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import type { WorldRow } from "./effect-rows.ts";
import { neutral } from "./operators.ts";
import { QuestEffect } from "./quest-effect.tsx";
import { ValueInput } from "./value-input.tsx";
import { TYPE_WORDS } from "./value-text.ts";
import { KEY_LABELS, VALUE_TYPES, WORLD_FAMILIES, WORLD_WORDS } from "./world-rows.ts";

interface WorldEffectProps {
  row: WorldRow;
  onChange: (row: WorldRow) => void;
  disabledReason: string | null;
  actions: ReactNode;
}

/** The controls of a change of the world: who or what, what of it, and what it becomes. */
export function WorldEffect({ row, onChange, disabledReason, actions }: WorldEffectProps) {
  const { op, entity, key, value } = row;
  const { target, key: keyOf, value: taken } = EFFECT_SIGNATURES[op];
  const named = [entity, hasEntityKey(op) || keyOf === "fact" ? key : ""];
  const names = useSubjectNames(named.filter((id) => id !== "").join(" "));
  const asValue = (id: string) => (id === "" ? null : { id, name: names(id) ?? "…" });
  const isDisabled = disabledReason !== null;
  if (op.startsWith("quest.") && (entity === "" || isQuestId(entity)))
    return <QuestEffect row={row} onChange={onChange} disabledReason={disabledReason} actions={actions} />;
  const family = WORLD_FAMILIES.find((each) => each.includes(op)) ?? [op];
  return (
    <>
      <div className="flex min-w-0 items-end gap-1">
        {target === null ? (
          <span className="grow self-center text-12 text-ink-2">The time of the world</span>
        ) : (
          <EntityField
            label={target === "present" ? "Who learns it" : "Who or what"}
            {...(target === "present" && { placeholder: "Whoever is present" })}
            className="min-w-0 grow"
            value={asValue(entity)}
            disabledReason={disabledReason}
            onChoose={(chosen) => {
              if (chosen !== null) onChange({ ...row, entity: chosen.id });
              else if (target === "present") onChange({ ...row, entity: "" });
            }}
          />
        )}
        {actions}
      </div>
      {keyOf !== undefined &&
        (keyOf === "fact" ? (
          <FactField
            label={KEY_LABELS[keyOf]}
            value={asValue(key)}
            disabledReason={disabledReason}
            onChoose={(chosen) => onChange({ ...row, key: chosen })}
          />
        ) : hasEntityKey(op) ? (
          <EntityField
            label={KEY_LABELS[keyOf]}
            value={asValue(key)}
            except={[entity]}
            disabledReason={disabledReason}
            onChoose={(chosen) => {
              if (chosen !== null) onChange({ ...row, key: chosen.id });
            }}
          />
        ) : (
          <KeyInput
            label={KEY_LABELS[keyOf]}
            value={key}
            isDisabled={isDisabled}
            onChange={(next) => onChange({ ...row, key: next })}
          />
        ))}
      <div className="flex min-w-0 items-end gap-1.5">
        {family.length > 1 && (
          <div className="w-1/3 shrink-0">
            <select
              aria-label="What happens"
              className={CONTROL}
              value={op}
              disabled={isDisabled}
              onChange={(event) => {
                const next = event.target.value as WorldEffectOp;
                onChange({ ...row, op: next, value: typeof value === "number" || next === "property.set" ? value : 1 });
              }}
            >
              {family.map((each) => (
                <option key={each} value={each}>
                  {WORLD_WORDS[each]}
                </option>
              ))}
            </select>
          </div>
        )}
        {taken === "how" && (
          <select
            aria-label="How they learn it"
            className={CONTROL}
            value={typeof value === "string" ? value : WAYS_TO_KNOW[0]}
            disabled={isDisabled}
            onChange={(event) => onChange({ ...row, value: event.target.value })}
          >
            {WAYS_TO_KNOW.map((each) => (
              <option key={each} value={each}>
                {WAYS_IN_WORDS[each]}
              </option>
            ))}
          </select>
        )}
        {taken !== "how" && value !== null && (
          <WorldValue row={row} value={value} onChange={onChange} isDisabled={isDisabled} />
        )}
      </div>
    </>
  );
}

/** Field for the new value or the amount of change; text, number or yes and no where all of them fit. */
function WorldValue({
  row,
  value,
  onChange,
  isDisabled,
}: Pick<WorldEffectProps, "row" | "onChange"> & { value: NonNullable<WorldRow["value"]>; isDisabled: boolean }) {
  const wanted = EFFECT_SIGNATURES[row.op].value;
  const own = typeof value === "boolean" ? "boolean" : typeof value === "number" ? "number" : "string";
  const type = wanted === "integer" || wanted === "number" || wanted === "string" ? wanted : own;
  return (
    <>
      {wanted === "unknown" && (
        <div className="w-1/4 shrink-0">
          <select
            aria-label="Kind of value"
            className={CONTROL}
            value={own}
            disabled={isDisabled}
            onChange={(event) => onChange({ ...row, value: neutral(event.target.value as typeof own) })}
          >
            {VALUE_TYPES.map((each) => (
              <option key={each} value={each}>
                {TYPE_WORDS[each]}
              </option>
            ))}
          </select>
        </div>
      )}
      <ValueInput
        label={row.op.startsWith("inventory") ? "How many" : "Value"}
        type={type}
        enumValues={[]}
        value={value}
        onChange={(next) => onChange({ ...row, value: next })}
        disabled={isDisabled}
      />
    </>
  );
}

/** Words that may not be empty: while they are, what they were stays. */
function KeyInput(props: { label: string; value: string; isDisabled: boolean; onChange: (value: string) => void }) {
  const { label, value, isDisabled, onChange } = props;
  const [typing, setTyping] = useState<string | null>(null);
  return (
    <label className="block text-12 text-ink-2">
      <span className="mb-1.5 block">{label}</span>
      <input
        className={CONTROL}
        value={typing ?? value}
        readOnly={isDisabled}
        spellCheck={false}
        dir="auto"
        onChange={(event) => {
          const next = event.target.value.trim();
          setTyping(event.target.value);
          if (next !== "" && next !== value) onChange(next);
        }}
        onBlur={() => setTyping(null)}
      />
    </label>
  );
}
