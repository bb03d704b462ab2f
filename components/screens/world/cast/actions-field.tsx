"use client";

import { X } from "lucide-react";
import type { Expression } from "#domain/expression.ts";
import type { NameIndex } from "#domain/logic-text/name-index.ts";
import { printConditions } from "#domain/logic-text/print-logic.ts";
import { readConditions } from "#domain/logic-text/read-logic.ts";
import { LogicTextError } from "#domain/logic-text/tokens.ts";
import { Button } from "../../../ui/button.tsx";
import { CONTROL } from "../../../ui/form/field.tsx";
import { FormMistake } from "../../../ui/form/form-errors.ts";
import type { OwnControl } from "../../../ui/form/use-form.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { EntriesField } from "./entries-field.tsx";
import type { Npc } from "./npc.ts";

type Action = Npc["actions"][number];
type Parameter = Action["parameters"][number];

/** An action under edit, with its conditions as they are written; null where nobody wrote in them. */
export interface DraftAction extends Action {
  readonly written: string | null;
}

const MOST = { actions: 30, parameters: 10 } as const;

const TYPES: Readonly<Record<Parameter["type"], string>> = {
  text: "a text",
  number: "a number",
  boolean: "yes or no",
  choice: "one of",
  entity: "somebody or something",
};

/** Returns actions as a form edits them. */
export function draftActions(actions: readonly Action[]): DraftAction[] {
  return actions.map((action) => ({ ...action, written: null }));
}

/**
 * Returns the actions of a form as they are sent.
 *
 * @throws FormMistake where conditions cannot be read.
 */
export function readDraftActions(drafts: readonly DraftAction[], names: NameIndex): Action[] {
  return drafts.map(({ written, ...action }, at) => ({
    ...action,
    when: written === null ? action.when : conditionsOf(written, names, `What can be done ${at + 1}`),
    parameters: action.parameters.map((each) => ({
      ...each,
      choices: each.choices.map((choice) => choice.trim()).filter((choice) => choice !== ""),
    })),
  }));
}

function conditionsOf(text: string, names: NameIndex, place: string): Expression[] {
  try {
    return [...readConditions(text, names).conditions];
  } catch (error) {
    if (!(error instanceof LogicTextError)) throw error;
    throw new FormMistake(`${place}, “Only when”: ${error.message}`);
  }
}

interface ActionsFieldProps {
  control: OwnControl<DraftAction[]>;
  name: string;
  names: NameIndex;
}

/** Field for what a character can do while it speaks: its name in the game, when it is done, and what comes with it. */
export function ActionsField({ control, name, names }: ActionsFieldProps) {
  return (
    <EntriesField
      control={control}
      legend={`What ${name} can do`}
      hint={`Your game does it when ${name} does it in a talk. A card to talk freely at can wait for it.`}
      one="thing to do"
      most={MOST.actions}
      fresh={{ key: "", description: "", parameters: [], when: [], written: null }}
    >
      {(action, label, change, isReadOnly) => (
        <div className="space-y-2 rounded-control border border-line p-3">
          <div className="flex flex-wrap gap-2">
            <Words
              label={`${label}: name in the game`}
              placeholder="open_gate"
              value={action.key}
              isReadOnly={isReadOnly}
              className="basis-40 font-code"
              onChange={(key) => change({ ...action, key })}
            />
            <Words
              label={`${label}: when it is done`}
              placeholder="When the toll is paid and somebody asks."
              value={action.description}
              isReadOnly={isReadOnly}
              className="grow basis-64"
              onChange={(description) => change({ ...action, description })}
            />
          </div>
          <Words
            label={`${label}: only when`}
            placeholder="Only when: purse >= 6 and knows(Odo, …)"
            value={action.written ?? printConditions(action.when, names)}
            isReadOnly={isReadOnly}
            className="w-full font-code text-12"
            onChange={(written) => change({ ...action, written })}
          />
          <Parameters
            label={label}
            parameters={action.parameters}
            isReadOnly={isReadOnly}
            onChange={(parameters) => change({ ...action, parameters })}
          />
        </div>
      )}
    </EntriesField>
  );
}

interface ParametersProps {
  label: string;
  parameters: readonly Parameter[];
  isReadOnly: boolean;
  onChange: (parameters: Parameter[]) => void;
}

function Parameters({ label, parameters, isReadOnly, onChange }: ParametersProps) {
  return (
    <>
      {parameters.map((parameter, at) => {
        const own = `${label}, with ${at + 1}`;
        const put = (changed: Partial<Parameter>) => onChange(parameters.with(at, { ...parameter, ...changed }));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and their names change while they are written.
          <div key={at} className="flex flex-wrap items-center gap-2">
            <Words
              label={`${own}: name in the game`}
              placeholder="coins"
              value={parameter.key}
              isReadOnly={isReadOnly}
              className="basis-32 font-code"
              onChange={(key) => put({ key })}
            />
            <select
              aria-label={`${own}: kind`}
              value={parameter.type}
              disabled={isReadOnly}
              onChange={({ target }) => put({ type: target.value as Parameter["type"], choices: [] })}
              className={`${CONTROL} !w-44 cursor-pointer`}
            >
              {Object.entries(TYPES).map(([type, words]) => (
                <option key={type} value={type}>
                  {words}
                </option>
              ))}
            </select>
            {parameter.type === "choice" && (
              <Words
                label={`${own}: choices, with commas between`}
                placeholder="sea, marsh"
                value={parameter.choices.join(",")}
                isReadOnly={isReadOnly}
                className="grow basis-40"
                onChange={(choices) => put({ choices: choices === "" ? [] : choices.split(",") })}
              />
            )}
            {!isReadOnly && (
              <IconButton
                size="sm"
                label={`Take out ${own.charAt(0).toLowerCase()}${own.slice(1)}`}
                icon={<X aria-hidden="true" size={14} />}
                onClick={() => onChange(parameters.toSpliced(at, 1))}
              />
            )}
          </div>
        );
      })}
      {!isReadOnly && parameters.length < MOST.parameters && (
        <Button
          size="sm"
          onClick={() => onChange([...parameters, { key: "", type: "text", description: "", choices: [] }])}
        >
          Add what comes with it
        </Button>
      )}
    </>
  );
}

interface WordsProps {
  label: string;
  placeholder: string;
  value: string;
  isReadOnly: boolean;
  className: string;
  onChange: (value: string) => void;
}

function Words({ label, placeholder, value, isReadOnly, className, onChange }: WordsProps) {
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      dir="auto"
      autoComplete="off"
      value={value}
      readOnly={isReadOnly}
      onChange={({ target }) => onChange(target.value)}
      className={`${CONTROL} ${className}`}
    />
  );
}
