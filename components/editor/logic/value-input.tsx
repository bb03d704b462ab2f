"use client";

import { type ChangeEvent, useState } from "react";
import { fitsType, type VariableType } from "#domain/dialogue/wire.ts";
import type { Scalar } from "#domain/expression.ts";
import { YES_AND_NO } from "#domain/yes-or-no.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { textOfValue, valueOfText } from "./value-text.ts";

type Value = Exclude<Scalar, null>;

interface ValueInputProps {
  label: string;
  type: VariableType;
  /** The values of an enum, or those a set can have. */
  enumValues: readonly string[];
  value: Value;
  onChange: (value: Value) => void;
  disabled: boolean;
}

const WRONG: Readonly<Record<VariableType, string>> = {
  boolean: "This is yes or no.",
  integer: "This is a whole number.",
  number: "This is a number.",
  string: "This is a text.",
  enum: "This is not one of its values.",
  set: "This is not one of its values.",
};

/** A value of a type. What is not such a value is shown as it is, and said to be wrong. */
export function ValueInput({ label, type, enumValues, value, onChange, disabled }: ValueInputProps) {
  if (type !== "boolean" && type !== "enum" && type !== "set") {
    return <TypedValue key={type} label={label} type={type} value={value} onChange={onChange} disabled={disabled} />;
  }
  const offered = type === "boolean" ? YES_AND_NO : enumValues;
  const text = textOfValue(value);
  // What is asked of a set, or put into it, is one of its values.
  const fits = fitsType(value, type === "set" ? "enum" : type, enumValues);
  return (
    <div className="min-w-0 grow">
      <select
        aria-label={label}
        aria-invalid={!fits || undefined}
        className={CONTROL}
        value={text}
        disabled={disabled}
        onChange={(event) => onChange(type === "set" ? event.target.value : valueOfText(event.target.value, type))}
      >
        {!fits && <option value={text}>{text === "" ? "(empty)" : text}</option>}
        {offered.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      {!fits && <p className="mt-1 text-12 text-error">{WRONG[type]}</p>}
    </div>
  );
}

interface TypedValueProps extends Omit<ValueInputProps, "enumValues" | "type"> {
  type: Exclude<VariableType, "boolean" | "enum" | "set">;
}

/** A value that is typed. Half of a number is kept here until it is one. */
function TypedValue({ label, type, value, onChange, disabled }: TypedValueProps) {
  const [typing, setTyping] = useState<string | null>(null);
  const text = typing ?? textOfValue(value);
  const fits = fitsType(typing === null ? value : valueOfText(typing, type), type);
  const take = (typed: string) => {
    const next = valueOfText(typed, type);
    setTyping(typed);
    if (fitsType(next, type)) onChange(next);
  };
  const field = {
    "aria-label": label,
    "aria-invalid": !fits || undefined,
    className: CONTROL,
    value: text,
    readOnly: disabled,
    dir: "auto",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => take(target.value),
    onBlur: () => setTyping(null),
  } as const;
  return (
    <div className="min-w-0 grow">
      {type === "string" ? (
        <input {...field} />
      ) : (
        <NumberInput {...field} isInteger={type === "integer"} onStep={take} />
      )}
      {!fits && <p className="mt-1 text-12 text-error">{WRONG[type]}</p>}
    </div>
  );
}
