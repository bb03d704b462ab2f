"use client";

import { useId } from "react";
import type { Scalar } from "#domain/expression.ts";
import type { PlayState, PlayVariable } from "#domain/play/state.ts";

interface PlayerVariablesProps {
  variables: ReadonlyMap<string, PlayVariable>;
  state: PlayState;
  /** The state one decision ago, to mark what has changed. */
  before: PlayState | null;
  forced: ReadonlySet<string>;
  onForce: (variableId: string, value: Scalar) => void;
}

/** Every variable as it stands now; a value can be set by hand, and says so. */
export function PlayerVariables({ variables, state, before, forced, onForce }: PlayerVariablesProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="border-line border-t px-5 py-4">
      <h3 id={heading} className="mb-2 font-medium text-12 text-ink-2">
        Variables
      </h3>
      {variables.size === 0 ? (
        <p className="text-13 text-ink-3">This project has no variables.</p>
      ) : (
        <table className="w-full text-13">
          <tbody>
            {[...variables.values()].map((variable) => {
              const value = state.values.get(variable.id) ?? variable.default;
              const changed = before !== null && (before.values.get(variable.id) ?? variable.default) !== value;
              return (
                <tr key={variable.id} className="border-line border-b last:border-b-0">
                  <th scope="row" className="py-1.5 pe-3 text-start font-code font-normal text-12 text-ink">
                    {variable.name}
                  </th>
                  <td className="py-1">
                    <ValueField variable={variable} value={value} onForce={(next) => onForce(variable.id, next)} />
                  </td>
                  <td className="w-20 ps-3 text-12 text-ink-3">
                    {forced.has(variable.id) ? "set by hand" : changed ? "changed" : ""}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

const FIELD =
  "min-h-7 w-full rounded-control border border-line-strong bg-panel px-2 py-0.5 font-code text-12 text-ink focus:border-accent";

function ValueField({
  variable,
  value,
  onForce,
}: {
  variable: PlayVariable;
  value: Scalar;
  onForce: (value: Scalar) => void;
}) {
  const label = `Value of ${variable.name}`;
  if (variable.type === "boolean" || variable.type === "enum") {
    const options = variable.type === "boolean" ? ["true", "false"] : variable.enum_values;
    return (
      <select
        aria-label={label}
        value={String(value)}
        onChange={(event) => onForce(variable.type === "boolean" ? event.target.value === "true" : event.target.value)}
        className={FIELD}
      >
        {options.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    );
  }
  const numeric = variable.type === "integer" || variable.type === "number";
  return (
    <input
      // Another value from the story is another field, so that what is half typed is never mixed with it.
      key={String(value)}
      aria-label={label}
      defaultValue={String(value)}
      inputMode={numeric ? "decimal" : "text"}
      onBlur={(event) => {
        const next = numeric ? readNumber(event.target.value, variable.type === "integer") : event.target.value;
        if (next === null) event.target.value = String(value);
        else if (next !== value) onForce(next);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
      className={FIELD}
    />
  );
}

/** What was typed as a number; null when it is none. */
function readNumber(text: string, whole: boolean): number | null {
  const value = Number(text.trim());
  if (text.trim() === "" || !Number.isFinite(value)) return null;
  return whole && !Number.isSafeInteger(value) ? null : value;
}
