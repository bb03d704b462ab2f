"use client";

import type { ReactNode } from "react";
import { QuestField } from "../../frame/project/quest-field.tsx";
import { type Quest, useQuests } from "../../frame/project/quest-queries.ts";
import { QUEST_STATE_OPTIONS } from "../../frame/project/quest-words.ts";
import { Select, type SelectOption } from "../../ui/select.tsx";
import type { WorldRow } from "./effect-rows.ts";
import { ValueInput } from "./value-input.tsx";
import { KEY_LABELS } from "./world-rows.ts";

interface QuestEffectProps {
  row: WorldRow;
  onChange: (row: WorldRow) => void;
  disabledReason: string | null;
  actions: ReactNode;
}

/** The controls of a move of a quest: into a state, into a stage, or a step towards an objective. */
export function QuestEffect({ row, onChange, disabledReason, actions }: QuestEffectProps) {
  const { op, entity, key, value } = row;
  const isDisabled = disabledReason !== null;
  const quest = useQuests().find(({ id }) => id === entity);
  const parts = op === "quest.advance" ? objectivesOf(quest) : stagesOf(quest);
  return (
    <>
      <div className="flex min-w-0 items-end gap-1">
        <QuestField
          className="min-w-0 grow"
          value={entity}
          disabledReason={disabledReason}
          onChoose={(id) => onChange({ ...row, entity: id, key: id === entity ? key : "" })}
        />
        {actions}
      </div>
      {op === "quest.set_state" ? (
        <Select
          label="Becomes"
          options={QUEST_STATE_OPTIONS}
          value={String(value)}
          disabled={isDisabled}
          onChange={(event) => onChange({ ...row, value: event.target.value })}
        />
      ) : (
        <Select
          label={op === "quest.advance" ? KEY_LABELS.objective : KEY_LABELS.stage}
          options={[
            ...(parts.some((part) => part.value === key)
              ? []
              : [{ value: key, label: chosenWords(quest, key, parts) }]),
            ...parts,
          ]}
          value={key}
          disabled={isDisabled || quest === undefined}
          onChange={(event) => onChange({ ...row, key: event.target.value })}
        />
      )}
      {op === "quest.advance" && value !== null && (
        <ValueInput
          label="How often"
          type="integer"
          enumValues={[]}
          value={value}
          onChange={(next) => onChange({ ...row, value: next })}
          disabled={isDisabled}
        />
      )}
    </>
  );
}

/** Words of a part that is none of the quest's. */
function chosenWords(quest: Quest | undefined, key: string, parts: readonly SelectOption[]): string {
  if (key !== "") return quest === undefined ? "…" : "one that is gone";
  if (quest === undefined) return "Choose a quest first";
  return parts.length === 0 ? "The quest has none yet" : "Choose one";
}

const stagesOf = (quest: Quest | undefined): SelectOption[] =>
  (quest?.stages ?? []).map(({ id, name }) => ({ value: id, label: name }));

const objectivesOf = (quest: Quest | undefined): SelectOption[] =>
  (quest?.stages ?? []).flatMap(({ objectives }) => objectives.map(({ id, text }) => ({ value: id, label: text })));
