"use client";

import type { ReactNode } from "react";
import { useVariables } from "../../frame/project/project-queries.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import type { Clause, ClauseOperator } from "./condition-rows.ts";
import { NotButton } from "./not-button.tsx";
import { clauseAbout, neutral, operatorsOf, operatorWords } from "./operators.ts";
import { type PickedSubject, SubjectPicker, useSubjectName } from "./subject-picker.tsx";
import { ValueInput } from "./value-input.tsx";

interface ClauseRowProps {
  clause: Clause;
  onChange: (clause: Clause) => void;
  disabledReason: string | null;
  /** Buttons at the end of the first line. */
  actions: ReactNode;
}

/** `[not] variable or visits, operator, value`. */
export function ClauseRow({ clause, onChange, disabledReason, actions }: ClauseRowProps) {
  const variables = useVariables();
  const { subject, operator, negated, value } = clause;
  const variable = subject.kind === "variable" ? variables.get(subject.id) : undefined;
  const name = useSubjectName(subject)?.name ?? "";
  const isDisabled = disabledReason !== null;
  const type = subject.kind === "visits" ? "integer" : (variable?.type ?? typeOfValue(value));
  const setOperator = (next: ClauseOperator) => {
    if (next === "holds") onChange({ ...clause, operator: next, value: null });
    else onChange({ ...clause, operator: next, value: value ?? firstValue(clause, type, variable?.enum_values) });
  };
  return (
    <div className="space-y-1.5">
      <div className="flex min-w-0 items-center gap-1">
        <NotButton
          about={name}
          negated={negated}
          onChange={(next) => onChange({ ...clause, negated: next })}
          disabledReason={disabledReason}
        />
        <SubjectPicker
          label="Condition on"
          subject={subject}
          placeholder="Choose"
          onPick={(picked) => onChange(about(clause, picked))}
          disabledReason={disabledReason}
        />
        {actions}
      </div>
      <div className="flex min-w-0 items-start gap-1.5">
        <div className={operator === "holds" ? "grow" : "w-2/5 shrink-0"}>
          <select
            aria-label={`Comparison for ${name}`}
            className={CONTROL}
            value={operator}
            disabled={isDisabled}
            onChange={(event) => setOperator(event.target.value as ClauseOperator)}
          >
            {operatorsOf(subject, variable, operator).map((each) => (
              <option key={each} value={each}>
                {operatorWords(each, subject)}
              </option>
            ))}
          </select>
        </div>
        {value !== null && (
          <ValueInput
            label={`Value for ${name}`}
            type={type}
            enumValues={variable?.enum_values ?? []}
            value={value}
            onChange={(next) => onChange({ ...clause, value: next })}
            disabled={isDisabled}
          />
        )}
      </div>
    </div>
  );
}

function typeOfValue(value: Clause["value"]) {
  if (typeof value === "boolean") return "boolean" as const;
  return typeof value === "number" ? ("number" as const) : ("string" as const);
}

function firstValue(
  clause: Clause,
  type: ReturnType<typeof typeOfValue> | "integer" | "enum" | "set",
  values?: string[],
) {
  if (clause.subject.kind === "visits") return 1;
  return type === "boolean" ? true : neutral(type, values);
}

/** The same row about something else: it keeps its operator and value where they still make sense. */
function about(clause: Clause, picked: PickedSubject): Clause {
  if (picked.kind === "visits") {
    const isNumber = typeof clause.value === "number";
    return {
      negated: clause.negated,
      subject: { kind: "visits", nodeId: picked.nodeId },
      operator: isNumber ? clause.operator : "holds",
      value: isNumber ? clause.value : null,
    };
  }
  return { ...clauseAbout(picked.variable), negated: clause.negated };
}

/** A new row about what was picked. */
export function clauseOn(picked: PickedSubject): Clause {
  if (picked.kind === "variable") return clauseAbout(picked.variable);
  return { negated: false, subject: { kind: "visits", nodeId: picked.nodeId }, operator: "holds", value: null };
}
