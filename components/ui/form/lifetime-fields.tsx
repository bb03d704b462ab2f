"use client";

import type { ReactNode } from "react";
import { CONTROL, FormField } from "./field.tsx";
import type { Expiry, Lifetime } from "./lifetime.ts";
import type { OwnControl } from "./use-form.ts";

interface LifetimeFieldsProps {
  control: OwnControl<Expiry>;
  label: string;
  /** Choices, in the words of the screen. */
  choices: readonly { readonly value: Lifetime; readonly label: string }[];
  hint?: ReactNode;
}

/** Fields for a lifetime: one of a few lengths, or the last day. */
export function LifetimeFields({ control, label, choices, hint }: LifetimeFieldsProps) {
  const { id, value, onChange, errors, readOnly } = control;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-48">
        <FormField id={id} label={label} hint={hint} errors={errors}>
          {(field) => (
            <select
              {...field}
              value={value.lifetime}
              disabled={readOnly}
              onChange={({ target }) => onChange({ ...value, lifetime: target.value as Lifetime })}
              className={`${CONTROL} cursor-pointer`}
            >
              {choices.map((each) => (
                <option key={each.value} value={each.value}>
                  {each.label}
                </option>
              ))}
            </select>
          )}
        </FormField>
      </div>
      {value.lifetime === "day" && (
        <FormField label="Last day">
          {(field) => (
            <input
              {...field}
              type="date"
              value={value.day}
              readOnly={readOnly}
              onChange={({ target }) => onChange({ ...value, day: target.value })}
              className={CONTROL}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
