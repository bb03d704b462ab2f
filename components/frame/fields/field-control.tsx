"use client";

import { X } from "lucide-react";
import { useState } from "react";
import type { Json } from "#domain/json.ts";
import { numberOfText } from "#domain/number-of-text.ts";
import { entriesOf, textOfValue, valueOfEntries, valueOfText } from "#domain/templates/property-values.ts";
import { isList, type PropertyDefinition } from "#domain/templates/template.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { EntityField } from "../project/entity-field.tsx";
import { NamedLink } from "./field-value.tsx";
import { PictureField } from "./picture-field.tsx";
import { useNamed } from "./use-named.ts";

export interface FieldControlProps {
  definition: PropertyDefinition;
  /** Name of the control. */
  label: string;
  id?: string | undefined;
  value: Json | undefined;
  /** The new value; undefined for none. A text that is no value of the kind is kept as it is, so that the check can say what is wrong. */
  onChange: (value: Json | undefined) => void;
  readOnly?: boolean | undefined;
  describedBy?: string | undefined;
  isInvalid?: boolean | undefined;
  /** Whether it is drawn as a value among others until somebody points at it. */
  isQuiet?: boolean | undefined;
}

/** Control for the value of a property, as its kind asks for it. Its label is its name and not shown. */
export function FieldControl(props: FieldControlProps) {
  const {
    definition,
    label,
    id,
    value,
    onChange,
    readOnly = false,
    describedBy,
    isInvalid = false,
    isQuiet = false,
  } = props;
  const shared = {
    id,
    "aria-label": label,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid || undefined,
    className: CONTROL,
  };
  switch (definition.kind) {
    case "boolean":
    case "choice":
      return (
        <select
          {...shared}
          disabled={readOnly}
          className={isQuiet ? QUIET : `${CONTROL} cursor-pointer`}
          value={textOfValue(value)}
          onChange={({ target }) => onChange(valueOfText(definition, target.value))}
        >
          <option value="">{NONE}</option>
          {optionsOf(definition, value).map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      );
    case "choices":
      return <ChoicesControl {...props} />;
    case "reference":
      return <ReferenceControl {...props} />;
    case "picture":
      return <PictureField label={label} value={value} isList={isList(definition)} onChange={onChange} />;
    default:
      return <TextControl {...props} shared={shared} />;
  }
}

const QUIET =
  "-ms-2.5 min-h-7 max-w-full cursor-pointer rounded-control border border-transparent bg-transparent px-1.5 text-14 text-ink hover:border-line-strong hover:bg-panel focus-visible:border-line-strong aria-invalid:border-error disabled:cursor-default disabled:hover:border-transparent pointer-coarse:text-16";

/** Word for a choice that is not made. */
const NONE = "—";

/** Options of a choice with their names; a value that is none of them is among them. */
function optionsOf({ kind, options }: PropertyDefinition, value: Json | undefined): [value: string, name: string][] {
  const named: [string, string][] =
    kind === "boolean"
      ? [
          ["yes", "Yes"],
          ["no", "No"],
        ]
      : options.map((option) => [option, option]);
  const now = textOfValue(value);
  return now === "" || named.some(([option]) => option === now) ? named : [...named, [now, `${now} (not a choice)`]];
}

interface TextControlProps extends FieldControlProps {
  shared: object;
}

function TextControl({ definition, value, onChange, readOnly, shared }: TextControlProps) {
  const { kind, min, max } = definition;
  // What is typed is kept as it was typed: "1." is a number on its way.
  const [typed, setTyped] = useState(() => (typeof value === "string" ? value : textOfValue(value)));
  const write = (text: string) => {
    setTyped(text);
    onChange(valueOfText(definition, text));
  };
  const input = { ...shared, value: typed, readOnly, dir: "auto" as const };
  if (kind === "number") {
    return (
      <NumberInput
        {...input}
        isInteger={false}
        min={min}
        max={max}
        onStep={write}
        onChange={({ target }) => write(target.value)}
        aria-valuenow={numberOfText(typed) ?? undefined}
      />
    );
  }
  if (kind === "long_text") {
    return (
      <textarea
        {...input}
        rows={Math.min(12, 3 + typed.split("\n").length)}
        spellCheck
        onChange={({ target }) => write(target.value)}
      />
    );
  }
  return (
    <input
      {...input}
      type="text"
      autoComplete="off"
      placeholder={kind === "date" ? "1421-03-05" : undefined}
      spellCheck={kind === "text"}
      onChange={({ target }) => write(target.value)}
    />
  );
}

function ChoicesControl({ definition, label, value, onChange, readOnly, describedBy }: FieldControlProps) {
  const chosen = entriesOf(value).map(String);
  const shown = [...definition.options, ...chosen.filter((each) => !definition.options.includes(each))];
  const choose = (option: string, isChosen: boolean) => {
    const next = shown.filter((each) => (each === option ? isChosen : chosen.includes(each)));
    onChange(valueOfEntries(definition, next));
  };
  return (
    <fieldset aria-label={label} aria-describedby={describedBy} className="flex flex-wrap gap-x-4 gap-y-1">
      {shown.length === 0 && <p className="text-13 text-ink-3">There are no choices yet.</p>}
      {shown.map((option) => (
        <Checkbox
          key={option}
          label={option}
          checked={chosen.includes(option)}
          disabled={readOnly}
          onChange={({ target }) => choose(option, target.checked)}
        />
      ))}
    </fieldset>
  );
}

function ReferenceControl({ definition, label, value, onChange, readOnly }: FieldControlProps) {
  const { of_type } = definition;
  const entries = entriesOf(value).map(String);
  const named = useNamed(entries);
  const several = isList(definition);
  const [first] = entries;
  const known = first === undefined ? null : (named.get(first) ?? { id: first, name: first });
  const type = of_type === null ? {} : { type: of_type };
  return (
    <div className="space-y-1">
      {several && entries.length > 0 && (
        <ul className="space-y-1">
          {entries.map((entry) => (
            <li key={entry} className="flex items-center gap-1 text-14">
              <NamedLink text={entry} named={named} />
              <IconButton
                size="sm"
                label={`Take ${named.get(entry)?.name ?? entry} away`}
                icon={<X aria-hidden="true" size={14} />}
                disabled={readOnly}
                onClick={() =>
                  onChange(
                    valueOfEntries(
                      definition,
                      entries.filter((each) => each !== entry),
                    ),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <EntityField
        {...type}
        label={label}
        isLabelHidden
        placeholder={several ? "Add…" : of_type === null ? "Choose…" : `Choose a ${of_type}…`}
        value={several ? null : known}
        except={several ? entries.map((entry) => named.get(entry)?.id ?? entry) : []}
        onChoose={(entity) => {
          if (!several) onChange(entity?.id);
          else if (entity !== null) onChange(valueOfEntries(definition, [...entries, entity.id]));
        }}
      />
    </div>
  );
}
