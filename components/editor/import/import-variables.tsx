"use client";

import { Checkbox } from "../../ui/checkbox.tsx";
import { shownValue, TYPE_WORDS } from "../logic/value-text.ts";
import { type ImportChoice, withJoined } from "./import-choice.ts";
import type { ImportResult } from "./import-run.ts";

type Conflict = ImportResult["variable_conflicts"][number];

interface ImportVariablesProps {
  readonly conflicts: readonly Conflict[];
  readonly choice: ImportChoice;
  /** Takes another choice; null where it was imported. */
  readonly onChoose: ((choice: ImportChoice) => void) | null;
}

/** Variables whose names are taken in the project: what the story's own are called, or that they are joined. */
export function ImportVariables({ conflicts, choice, onChoose }: ImportVariablesProps) {
  if (conflicts.length === 0) return null;
  const isJoined = ({ name, joined }: Conflict) => (onChoose === null ? joined : choice.join.includes(name));
  const joined = conflicts.filter(isJoined).length;
  const join = (names: readonly string[], isOn: boolean) => onChoose?.(withJoined(choice, names, isOn));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium text-13 text-ink">Variables whose names are taken</legend>
      <p className="text-13 text-ink-2">
        The story gets variables of its own, so that it plays as before. Join those that mean the same as the project’s.
      </p>
      {onChoose !== null && conflicts.length > 1 && (
        <Checkbox
          label="Join all"
          checked={joined === conflicts.length}
          indeterminate={joined > 0 && joined < conflicts.length}
          onChange={(event) =>
            join(
              conflicts.map(({ name }) => name),
              event.target.checked,
            )
          }
        />
      )}
      <ul className="flex max-h-56 flex-col gap-1 overflow-y-auto">
        {conflicts.map((conflict) => (
          <li key={conflict.name} className="flex flex-col text-13">
            {onChoose === null ? (
              <span className="text-ink">{isJoined(conflict) ? `${conflict.name}: joined` : conflict.name}</span>
            ) : (
              <Checkbox
                label={`Join ${conflict.name}`}
                checked={isJoined(conflict)}
                onChange={(event) => join([conflict.name], event.target.checked)}
              />
            )}
            <span className="ps-6 text-12 text-ink-2">{inWords(conflict)}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function inWords({ called, joined, differs, type, default: first, existing }: Conflict): string {
  const own = first === null ? TYPE_WORDS[type] : `${TYPE_WORDS[type]}, begins with ${shownValue(first, type)}`;
  const theirs = `${TYPE_WORDS[existing.type]}, begins with ${shownValue(existing.default, existing.type)}`;
  const difference = differs ? `In the project: ${theirs}. In the file: ${own}.` : `The same in both: ${theirs}.`;
  return joined ? `${difference} The story uses the project’s.` : `${difference} The story’s own is called ${called}.`;
}
