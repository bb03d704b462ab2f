"use client";

import {
  declaresValues,
  isBounded,
  neutralValue,
  VARIABLE_SCOPES,
  VARIABLE_TYPES,
  type VariableScope,
} from "#domain/dialogue/wire.ts";
import { YES_AND_NO, yesOrNo } from "#domain/yes-or-no.ts";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import type { VariableFields } from "../../frame/project/variable-queries.ts";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import type { FieldSpecs, OwnControl } from "../../ui/form/use-form.ts";
import { NumberInput } from "../../ui/number-input.tsx";
import { TYPE_WORDS, textOfValue, valueOfText } from "./value-text.ts";

/** A variable as a form has it: its default is text, whatever its type. */
export interface VariableDraft extends Required<Omit<VariableFields, "default" | "min" | "max" | "external_id">> {
  default: string;
  /** Bounds; null is without bound. */
  min: number | null;
  max: number | null;
}

/** The draft of a variable that does not exist yet. */
export function newDraft(name = ""): VariableDraft {
  return {
    name,
    type: "boolean",
    default: yesOrNo(false),
    enum_values: [],
    scope: "playthrough",
    min: null,
    max: null,
    description: "",
  };
}

/** The draft in which a variable is changed. */
export function draftOf({ default: value, ...variable }: ProjectVariable): VariableDraft {
  const { name, type, enum_values, scope, min, max, description } = variable;
  return { name, type, default: textOfValue(value), enum_values, scope, min, max, description };
}

/** Returns the fields of a draft to send; the server validates them. `type` is that of the whole draft. */
export function fieldsOf<Sent extends Partial<VariableDraft>>(
  { default: text, enum_values, ...sent }: Sent,
  type: VariableDraft["type"],
) {
  // Values of a list that is none any more go with its type.
  const lines = declaresValues(type) ? enum_values : sent.type === undefined ? undefined : [];
  return {
    ...sent,
    ...(text !== undefined && { default: valueOfText(text, type) }),
    ...(lines !== undefined && { enum_values: valuesOf(lines) }),
  };
}

const valuesOf = (lines: readonly string[] = []) => lines.flatMap((line) => line.trim() || []);

/** Words for the lifetimes of variables. */
const SCOPE_WORDS: Readonly<Record<VariableScope, string>> = {
  playthrough: "One playthrough",
  project: "All playthroughs of a player",
  dialogue: "One visit to a dialogue",
  temporary: "Until the next choice",
};

/** Returns the fields of a variable's form; in a small popup only those that a condition needs. */
export function variableFields(isBrief: boolean): FieldSpecs<VariableDraft> {
  return {
    name: { label: "Name", help: isBrief ? null : "Renaming keeps every use.", isCode: true },
    type: {
      label: "Type",
      options: VARIABLE_TYPES.map((type) => ({ value: type, label: TYPE_WORDS[type] })),
      also: ({ type, enum_values }) => ({
        default: textOfValue(neutralValue(type, valuesOf(enum_values))),
        // Bounds go with a type that has none.
        ...(!isBounded(type) && { min: null, max: null }),
      }),
    },
    enum_values: {
      label: "Values",
      help: "One per line, in the order of the list.",
      rows: 4,
      spellCheck: false,
      when: ({ type }) => declaresValues(type),
    },
    default: {
      label: "Default",
      draw: (control, draft) => <DefaultField control={control} draft={draft} />,
    },
    min: { label: "Minimum", when: ({ type }) => isBounded(type) && !isBrief },
    max: {
      label: "Maximum",
      help: "Effects cannot go below the minimum or above the maximum. Empty is without limit.",
      when: ({ type }) => isBounded(type) && !isBrief,
    },
    scope: {
      label: "Kept for",
      options: VARIABLE_SCOPES.map((scope) => ({ value: scope, label: SCOPE_WORDS[scope] })),
      when: () => !isBrief,
    },
    description: { label: "Description", rows: 3, when: () => !isBrief },
  };
}

function DefaultField({ control, draft }: { control: OwnControl<string>; draft: VariableDraft }) {
  const { id, value, onChange, errors, readOnly } = control;
  if (draft.type === "set") return <SetField control={control} values={valuesOf(draft.enum_values)} />;
  const values: readonly string[] | null =
    draft.type === "boolean" ? YES_AND_NO : draft.type === "enum" ? valuesOf(draft.enum_values) : null;
  return (
    <FormField id={id} label="Default" errors={errors} hint="Its value when a playthrough begins.">
      {(props) =>
        isBounded(draft.type) ? (
          <NumberInput
            {...props}
            className={CONTROL}
            value={value}
            isInteger={draft.type === "integer"}
            min={draft.min}
            max={draft.max}
            readOnly={readOnly}
            onChange={(event) => onChange(event.target.value)}
            onStep={onChange}
          />
        ) : values === null ? (
          <input
            {...props}
            className={`${CONTROL} font-code`}
            value={value}
            readOnly={readOnly}
            dir="auto"
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <select
            {...props}
            className={CONTROL}
            value={value}
            disabled={readOnly}
            onChange={(event) => onChange(event.target.value)}
          >
            {!values.includes(value) && <option value={value}>{value || "Choose…"}</option>}
            {[...new Set(values)].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )
      }
    </FormField>
  );
}

/** Field for the start values of a set: the draft has one a line. */
function SetField({ control, values }: { control: OwnControl<string>; values: readonly string[] }) {
  const { id, value, onChange, errors, readOnly } = control;
  const chosen = value.split("\n").filter((each) => each !== "");
  return (
    <FormField
      id={id}
      label="Default"
      errors={errors}
      hint="Its values when a playthrough begins. Hold Ctrl or ⌘ to select several."
    >
      {(props) => (
        <select
          {...props}
          multiple
          size={Math.min(6, Math.max(2, values.length))}
          className={CONTROL}
          value={chosen}
          disabled={readOnly}
          onChange={(event) => onChange([...event.target.selectedOptions].map((each) => each.value).join("\n"))}
        >
          {[...new Set(values)].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </FormField>
  );
}
