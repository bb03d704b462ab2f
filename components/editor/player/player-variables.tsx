"use client";

import { ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { collectEffectUses, collectUses, noUses, type VariableValue } from "#domain/expression.ts";
import { currentValue } from "#domain/runtime/effects.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { graphOf, logicOf, type PlayedDialogue, type PlayVariable } from "#domain/runtime/story.ts";
import { isSet, sameValue } from "#domain/runtime/value.ts";
import { namesSaidAt } from "#domain/runtime/words.ts";
import { changeOf } from "#domain/runtime/world.ts";
import { YES_AND_NO } from "#domain/yes-or-no.ts";
import { SettledNumber } from "../../ui/settled-number.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { textOfValue, valueOfText } from "../logic/value-text.ts";
import { matterWords, worldValueWords } from "./world-words.ts";

interface PlayerVariablesProps {
  dialogue: PlayedDialogue;
  names: DescribedNames;
  /** The dialogue that play stands in. */
  graphId: string;
  state: PlayState;
  /** The state one decision ago, to mark what has changed. */
  before: PlayState | null;
  forced: ReadonlySet<string>;
  onForce: (variableId: string, value: VariableValue) => void;
}

/** The variables as they stand now, those of this dialogue first; a value can be set by hand, and says so. */
export function PlayerVariables({ dialogue, names, graphId, state, before, forced, onForce }: PlayerVariablesProps) {
  const isNarrow = useNarrow();
  const [all, setAll] = useState(false);
  const { variables } = dialogue;
  const used = useUsed(graphOf(dialogue, graphId)?.nodes ?? dialogue.nodes, variables);
  const world = state.world?.filter(({ what }) => what !== "knowledge" && what !== "quest") ?? [];
  const here = [...variables.values()].filter(({ id }) => used.has(id));
  const shown = all ? [...variables.values()] : here;
  return (
    <details open={!isNarrow} className="group flex max-h-2/5 shrink-0 flex-col overflow-y-auto border-line border-t">
      <summary className="sticky top-0 mx-0.5 flex min-h-9 cursor-pointer list-none items-center gap-2 bg-panel px-4.5 font-medium text-12 text-ink-2 -outline-offset-2 hover:text-ink">
        <ChevronDown aria-hidden className="size-3.5 -rotate-90 group-open:rotate-0 rtl:rotate-90" />
        Variables <span className="numerals font-normal text-ink-3">{here.length}</span>
      </summary>
      <div className="px-5 pb-4">
        {shown.length === 0 ? (
          <p className="text-13 text-ink-3">
            {variables.size === 0 ? "This project has no variables." : "This dialogue uses no variables."}
          </p>
        ) : (
          <table className="w-full table-fixed text-13" aria-label="Variables">
            <tbody>
              {shown.map((variable) => {
                const value = currentValue(state, variable);
                const changed = before !== null && sameValue(currentValue(before, variable), value) !== true;
                return (
                  <tr key={variable.id} className="border-line border-b last:border-b-0">
                    <th
                      scope="row"
                      dir="auto"
                      className="break-words py-1.5 pe-3 text-start font-code font-normal text-12 text-ink"
                    >
                      {variable.name}
                    </th>
                    <td className="py-1">
                      <ValueField variable={variable} value={value} onForce={(next) => onForce(variable.id, next)} />
                    </td>
                    <td className="w-24 ps-3 text-12 text-ink-2">
                      {forced.has(variable.id) ? "set by hand" : changed ? "changed" : ""}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
        {here.length < variables.size && (
          <button type="button" className="link mt-2 cursor-pointer text-12" onClick={() => setAll(!all)}>
            {all ? "Show those of this dialogue" : `Show all ${variables.size} of the project`}
          </button>
        )}
        {world.length > 0 && (
          <table className="mt-4 w-full table-fixed text-13" aria-label="Changed in the world, for this playthrough">
            <caption className="pb-1 text-start text-12 text-ink-2">Changed in the world, here only</caption>
            <tbody>
              {world.map((each) => {
                const { what, entity, key, value } = each;
                const was = before === null ? undefined : changeOf({ state: before }, what, entity, key)?.value;
                return (
                  <tr key={`${what} ${entity} ${key}`} className="border-line border-b last:border-b-0">
                    <th
                      scope="row"
                      dir="auto"
                      className="break-words py-1.5 pe-3 text-start font-normal text-12 text-ink"
                    >
                      {matterWords(each, names)}
                    </th>
                    <td dir="auto" className="break-words py-1 font-code text-12 text-ink">
                      {worldValueWords(each, value, names)}
                    </td>
                    <td className="w-24 ps-3 text-12 text-ink-2">{before !== null && was !== value && "changed"}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </div>
    </details>
  );
}

/** Ids of the variables that the logic of these nodes mentions, or a text of theirs names in braces. */
function useUsed(nodes: PlayedDialogue["nodes"], variables: PlayedDialogue["variables"]): ReadonlySet<string> {
  return useMemo(() => {
    const uses = noUses();
    const { conditions, effects } = logicOf(nodes.values());
    for (const condition of conditions) collectUses(condition, uses);
    for (const effect of effects) collectEffectUses(effect, uses);
    const named = new Set([...nodes.values()].flatMap(namesSaidAt));
    for (const { id, name } of variables.values()) if (named.has(name)) uses.variables.add(id);
    return uses.variables;
  }, [nodes, variables]);
}

const FIELD =
  "min-h-7 w-full rounded-control border border-line-strong bg-panel px-2 py-0.5 font-code text-12 text-ink focus:border-accent";

function ValueField({
  variable,
  value,
  onForce,
}: {
  variable: PlayVariable;
  value: VariableValue;
  onForce: (value: VariableValue) => void;
}) {
  const label = `Value of ${variable.name}`;
  if (isSet(value)) {
    return (
      <select
        multiple
        aria-label={label}
        value={[...value]}
        size={Math.min(4, Math.max(2, variable.enum_values.length))}
        onChange={(event) => onForce([...event.target.selectedOptions].map((each) => each.value))}
        className={FIELD}
      >
        {variable.enum_values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    );
  }
  if (variable.type === "boolean" || variable.type === "enum") {
    const options: readonly string[] = variable.type === "boolean" ? YES_AND_NO : variable.enum_values;
    return (
      <select
        aria-label={label}
        value={textOfValue(value)}
        onChange={(event) => onForce(valueOfText(event.target.value, variable.type))}
        className={FIELD}
      >
        {options.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    );
  }
  if (typeof value === "number") {
    const { type, min, max } = variable;
    return (
      <SettledNumber
        aria-label={label}
        isInteger={type === "integer"}
        min={min}
        max={max}
        value={value}
        onChange={onForce}
        className={FIELD}
      />
    );
  }
  return (
    <input
      // Another value from the story is another field, so that what is half typed is never mixed with it.
      key={String(value)}
      aria-label={label}
      defaultValue={String(value)}
      onBlur={({ target }) => target.value !== value && onForce(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
      className={FIELD}
    />
  );
}
