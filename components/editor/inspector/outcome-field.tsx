"use client";

import { X } from "lucide-react";
import type { Branch, TalkOutcome } from "#domain/dialogue/wire.ts";
import { FactField } from "../../frame/project/fact-field.tsx";
import { useCharacters, useSubjectNames } from "../../frame/project/project-queries.ts";
import { useVoice } from "../../frame/project/use-voice.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** Outcome of a talk that opens a branch, as the inspector shows it. */
export interface OutcomeFieldProps {
  /** Character that is talked to; null for none yet. */
  speakerId: string | null;
  outcome: Branch["opened_by"];
  disabledReason: string | null;
  onChange: (outcome: Branch["opened_by"]) => void;
}

const NOTHING: TalkOutcome = { facts: [], actions: [] };

/** Field for the facts and actions that have to come up in a talk before a branch opens. */
export function OutcomeField({ speakerId, outcome, disabledReason, onChange }: OutcomeFieldProps) {
  const { facts, actions } = outcome ?? NOTHING;
  const nameOf = useSubjectNames(facts.join(" "));
  const name = useCharacters().get(speakerId ?? "")?.name ?? "the character";
  const put = (next: Partial<TalkOutcome>) => {
    const whole = { facts, actions, ...next };
    onChange(whole.facts.length + whole.actions.length === 0 ? null : whole);
  };
  return (
    <div className="space-y-2">
      <p className="text-12 text-ink-2">
        {outcome === null
          ? "Opens by no talk: players choose its words."
          : "Opens once all of this came up. Players can choose its words instead."}
      </p>
      {facts.length > 0 && (
        <ul aria-label="Facts that open it" className="space-y-1">
          {facts.map((id) => (
            <li key={id} className="flex items-start gap-1 text-13">
              <span dir="auto" className="min-w-0 grow break-words">
                {nameOf(id) ?? "…"}
              </span>
              {disabledReason === null && (
                <IconButton
                  size="sm"
                  label={`Wait no more for “${nameOf(id) ?? "this fact"}”`}
                  icon={<X aria-hidden="true" size={14} />}
                  onClick={() => put({ facts: facts.filter((each) => each !== id) })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <FactField
        label={facts.length === 0 ? `A fact that ${name} tells` : "One more fact"}
        placeholder="Search the facts"
        value={null}
        disabledReason={disabledReason}
        onChoose={(id) => put({ facts: [...new Set([...facts, id])] })}
      />
      {speakerId !== null && (
        <Actions
          speakerId={speakerId}
          name={name}
          actions={actions}
          disabledReason={disabledReason}
          onChange={(next) => put({ actions: next })}
        />
      )}
    </div>
  );
}

interface ActionsProps {
  speakerId: string;
  name: string;
  actions: readonly string[];
  disabledReason: string | null;
  onChange: (actions: string[]) => void;
}

/** The actions that a character declares, and those that a branch waits for without. */
function Actions({ speakerId, name, actions, disabledReason, onChange }: ActionsProps) {
  const { data: npc } = useVoice(speakerId);
  if (npc === undefined) return null;
  const declared = new Map(npc?.actions.map(({ key, description }) => [key, description]));
  const keys = [...new Set([...declared.keys(), ...actions])];
  if (npc === null) {
    return <p className="text-12 text-warn">{name} has no voice yet, so nobody answers. Give one under Cast.</p>;
  }
  if (keys.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1 text-12 text-ink-2">Actions that {name} takes</legend>
      {keys.map((key) => (
        <Checkbox
          key={key}
          className="flex w-full"
          label={`${key} — ${declared.get(key) ?? "not an action of this character"}`}
          checked={actions.includes(key)}
          disabled={disabledReason !== null}
          onChange={({ target }) =>
            onChange(target.checked ? [...actions, key] : actions.filter((each) => each !== key))
          }
        />
      ))}
    </fieldset>
  );
}
