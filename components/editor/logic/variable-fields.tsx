"use client";

import { neutralValue, VARIABLE_TYPES, type VariableType } from "#domain/dialogue/wire.ts";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import type { VariableFields } from "../../frame/project/variable-queries.ts";
import type { FormErrors } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { TYPE_WORDS, textOfValue, valueOfText } from "./value-text.ts";

/** What is typed into the form of a variable. */
export interface VariableDraft {
  readonly name: string;
  readonly type: VariableType;
  readonly default: string;
  /** One value a line. */
  readonly enumValues: string;
  readonly description: string;
}

/** The draft of a variable that does not exist yet. */
export function newDraft(name = "", type: VariableType = "boolean"): VariableDraft {
  return { name, type, default: textOfValue(neutralValue(type)), enumValues: "", description: "" };
}

export function draftOf(variable: ProjectVariable): VariableDraft {
  return {
    name: variable.name,
    type: variable.type,
    default: textOfValue(variable.default),
    enumValues: variable.enum_values.join("\n"),
    description: variable.description,
  };
}

/** What a draft says, as the server takes it; it alone judges it. */
export function fieldsOf(draft: VariableDraft): VariableFields {
  const values = draft.enumValues.split("\n").filter((line) => line.trim() !== "");
  return {
    name: draft.name,
    type: draft.type,
    default: valueOfText(draft.default, draft.type),
    enum_values: draft.type === "enum" ? values.map((line) => line.trim()) : [],
    description: draft.description,
  };
}

/** Names of the fields below, for {@link FormErrors}. */
export const VARIABLE_FORM = {
  fields: ["name", "type", "default", "enum_values", "description"],
  codes: { name_taken: "name" },
} as const;

interface VariableFieldsetProps {
  draft: VariableDraft;
  errors: FormErrors;
  readOnly: boolean;
  onChange: (draft: VariableDraft) => void;
  /** In a small popup only what a condition needs is asked for. */
  brief?: boolean;
}

/** The fields of a variable. */
export function VariableFieldset({ draft, errors, readOnly, onChange, brief = false }: VariableFieldsetProps) {
  const put = (change: Partial<VariableDraft>) => onChange({ ...draft, ...change });
  const setType = (type: VariableType) => {
    const first = draft.enumValues.split("\n").find((line) => line.trim() !== "");
    put({ type, default: textOfValue(neutralValue(type, first === undefined ? [] : [first.trim()])) });
  };
  return (
    <div className="space-y-4">
      <FormField label="Name" errors={errors.fields.name} hint={brief ? undefined : "Renaming keeps every use."}>
        {(control) => (
          <input
            {...control}
            name="name"
            className={`${CONTROL} font-code`}
            value={draft.name}
            readOnly={readOnly}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            onChange={(event) => put({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label="Type" errors={errors.fields.type}>
        {(control) => (
          <select
            {...control}
            name="type"
            className={CONTROL}
            value={draft.type}
            disabled={readOnly}
            onChange={(event) => setType(event.target.value as VariableType)}
          >
            {VARIABLE_TYPES.map((type) => (
              <option key={type} value={type}>
                {TYPE_WORDS[type]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      {draft.type === "enum" && (
        <FormField label="Values" errors={errors.fields.enum_values} hint="One a line, in the order they are offered.">
          {(control) => (
            <textarea
              {...control}
              name="enum_values"
              rows={4}
              className={`${CONTROL} resize-y`}
              value={draft.enumValues}
              readOnly={readOnly}
              spellCheck={false}
              dir="auto"
              onChange={(event) => put({ enumValues: event.target.value })}
            />
          )}
        </FormField>
      )}
      <DefaultField draft={draft} errors={errors} readOnly={readOnly} onChange={(value) => put({ default: value })} />
      {!brief && (
        <FormField label="Description" errors={errors.fields.description}>
          {(control) => (
            <textarea
              {...control}
              name="description"
              rows={3}
              className={`${CONTROL} resize-y`}
              value={draft.description}
              readOnly={readOnly}
              spellCheck
              dir="auto"
              onChange={(event) => put({ description: event.target.value })}
            />
          )}
        </FormField>
      )}
    </div>
  );
}

interface DefaultFieldProps {
  draft: VariableDraft;
  errors: FormErrors;
  readOnly: boolean;
  onChange: (text: string) => void;
}

function DefaultField({ draft, errors, readOnly, onChange }: DefaultFieldProps) {
  const values =
    draft.type === "boolean"
      ? ["false", "true"]
      : draft.type === "enum"
        ? draft.enumValues.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]))
        : null;
  return (
    <FormField label="Default" errors={errors.fields.default} hint="Its value when a playthrough begins.">
      {(control) =>
        values === null ? (
          <input
            {...control}
            name="default"
            className={`${CONTROL} font-code`}
            value={draft.default}
            readOnly={readOnly}
            inputMode={draft.type === "integer" ? "numeric" : draft.type === "number" ? "decimal" : "text"}
            dir="auto"
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <select
            {...control}
            name="default"
            className={CONTROL}
            value={draft.default}
            disabled={readOnly}
            onChange={(event) => onChange(event.target.value)}
          >
            {!values.includes(draft.default) && <option value={draft.default}>{draft.default || "Choose…"}</option>}
            {[...new Set(values)].map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        )
      }
    </FormField>
  );
}
