"use client";

import type { ReactNode } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { useVariables } from "../../frame/project/project-queries.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { matches } from "../../ui/option.ts";
import { Picker } from "../../ui/picker.tsx";
import { usePlaceNames } from "../fields/use-place-names.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import type { EffectRow, VariableEffectOp } from "./effect-rows.ts";
import { EFFECT_WORDS, effectOn, effectsOf, valueFor } from "./operators.ts";
import { ALL_NODES } from "./subject-options.ts";
import { SubjectPicker, useSubjectName } from "./subject-picker.tsx";
import { ValueInput } from "./value-input.tsx";
import { WorldEffect } from "./world-effect.tsx";

type Shown = Exclude<EffectRow, { kind: "text" }>;

interface EffectControlsProps<Row extends Shown> {
  row: Row;
  onChange: (row: Shown) => void;
  disabledReason: string | null;
  actions: ReactNode;
}

/** The controls of one effect. */
export function EffectControls({ row, ...rest }: EffectControlsProps<Shown>) {
  if (row.kind === "variable") return <VariableEffect row={row} {...rest} />;
  if (row.kind === "world") return <WorldEffect row={row} {...rest} />;
  if (row.kind === "signal") return <Signal row={row} {...rest} />;
  return <ForgetVisits row={row} {...rest} />;
}

function VariableEffect({
  row,
  onChange,
  disabledReason,
  actions,
}: EffectControlsProps<Extract<Shown, { kind: "variable" }>>) {
  const variables = useVariables();
  const variable = variables.get(row.id);
  const subject = { kind: "variable", id: row.id } as const;
  const name = useSubjectName(subject)?.name ?? "";
  const isDisabled = disabledReason !== null;
  const type =
    variable?.type ??
    (typeof row.value === "boolean" ? "boolean" : typeof row.value === "number" ? "number" : "string");
  return (
    <>
      <div className="flex min-w-0 items-center gap-1">
        <SubjectPicker
          label="Effect on"
          subject={subject}
          placeholder="Choose"
          variablesOnly
          onPick={(picked) => {
            if (picked.kind === "variable") onChange(effectOn(picked.variable));
          }}
          disabledReason={disabledReason}
        />
        {actions}
      </div>
      <div className="flex min-w-0 items-start gap-1.5">
        <div className={row.value === null ? "grow" : "w-1/2 shrink-0"}>
          <select
            aria-label={`Operation for ${name}`}
            className={CONTROL}
            value={row.op}
            disabled={isDisabled}
            onChange={(event) => {
              const op = event.target.value as VariableEffectOp;
              onChange({ ...row, op, value: valueFor(op, row.value, variable) });
            }}
          >
            {effectsOf(variable, row.op).map((each) => (
              <option key={each} value={each}>
                {EFFECT_WORDS[each]}
              </option>
            ))}
          </select>
        </div>
        {row.value !== null && (
          <ValueInput
            label={`Value for ${name}`}
            // What is divided may come out in parts, so a divisor may too.
            type={row.op === "div" ? "number" : type}
            enumValues={variable?.enum_values ?? []}
            value={row.value}
            onChange={(value) => onChange({ ...row, value })}
            disabled={isDisabled}
          />
        )}
      </div>
    </>
  );
}

function Signal({ row, onChange, disabledReason, actions }: EffectControlsProps<Extract<Shown, { kind: "signal" }>>) {
  const words = row.op === "emit" ? "Event to send" : "Command to run";
  return (
    <div className="flex min-w-0 items-center gap-1">
      <label className="min-w-0 grow text-12 text-ink-2">
        {words}
        <input
          className={`${CONTROL} font-code`}
          value={row.name}
          readOnly={disabledReason !== null}
          spellCheck={false}
          dir="auto"
          onChange={(event) => onChange({ ...row, name: event.target.value })}
        />
      </label>
      {actions}
    </div>
  );
}

function ForgetVisits({
  row,
  onChange,
  disabledReason,
  actions,
}: EffectControlsProps<Extract<Shown, { kind: "visits" }>>) {
  const { store } = useDialogue();
  const { nodeId } = row;
  const drawn = useDialogueState((state) => {
    const node = nodeId === null ? undefined : state.nodes.get(nodeId);
    return node === undefined ? null : nodeName(node);
  });
  const places = usePlaceNames();
  const name = nodeId === null ? null : (drawn ?? places.nameOf(nodeId) ?? null);
  const isGone = nodeId !== null && (name === null || (drawn === null && places.absent.includes(nodeId)));
  const all = { value: ALL_NODES, label: "all cards" };
  return (
    <div className="flex min-w-0 items-center gap-1">
      <span className="shrink-0 text-12 text-ink-2">Forget visits of</span>
      <Picker
        label="Forget visits of"
        shown={nodeId === null ? all.label : isGone ? "a card that is gone" : name}
        placeholder="Choose"
        isInvalid={isGone}
        className="grow"
        disabledReason={disabledReason}
        options={(query) => [
          ...(matches(all.label, query) ? [all] : []),
          ...[...store.getState().nodes.values()]
            .map((node) => ({ value: node.id, label: nodeName(node) }))
            .filter(({ label }) => matches(label, query)),
        ]}
        onPick={(value) => onChange({ kind: "visits", nodeId: value === ALL_NODES ? null : value })}
      />
      {actions}
    </div>
  );
}
