"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Expression } from "#domain/expression.ts";
import { QuestField } from "../../frame/project/quest-field.tsx";
import { QUEST_STATE_OPTIONS } from "../../frame/project/quest-words.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { type AskedQuest, expressionOfRow } from "./condition-rows.ts";
import { ITEM } from "./logic-item.tsx";
import { NotButton } from "./not-button.tsx";

interface QuestRowProps {
  asked: AskedQuest;
  onChange: (asked: AskedQuest) => void;
  disabledReason: string | null;
  /** Buttons at the end of the first line. */
  actions: ReactNode;
}

/** `[not] a quest is in a state`. */
export function QuestRow({ asked, onChange, disabledReason, actions }: QuestRowProps) {
  return (
    <div className="space-y-1.5">
      <div className="flex min-w-0 items-end gap-1">
        <NotButton
          about="how a quest stands"
          negated={asked.negated}
          onChange={(negated) => onChange({ ...asked, negated })}
          disabledReason={disabledReason}
        />
        <QuestField
          className="min-w-0 grow"
          value={asked.quest}
          disabledReason={disabledReason}
          onChoose={(quest) => onChange({ ...asked, quest })}
        />
        {actions}
      </div>
      <Select
        label="Is"
        options={[
          ...(QUEST_STATE_OPTIONS.some(({ value }) => value === asked.state)
            ? []
            : [{ value: asked.state, label: asked.state }]),
          ...QUEST_STATE_OPTIONS,
        ]}
        value={asked.state}
        disabled={disabledReason !== null}
        onChange={(event) => onChange({ ...asked, state: event.target.value })}
      />
    </div>
  );
}

const NONE_YET: AskedQuest = { negated: false, quest: "", state: "active" };

/** Button that begins a condition on how a quest stands, which is added once it says which. */
export function AddQuest({ onAdd }: { onAdd: (expression: Expression) => void }) {
  const [draft, setDraft] = useState<AskedQuest | null>(null);
  if (draft === null) {
    return (
      <Button variant="bare" size="sm" icon={<Plus aria-hidden="true" size={14} />} onClick={() => setDraft(NONE_YET)}>
        Ask how a quest stands
      </Button>
    );
  }
  return (
    <div className={`w-full ${ITEM} border-dashed`}>
      <QuestRow
        asked={draft}
        onChange={(next) => {
          const isWhole = next.quest !== "";
          setDraft(isWhole ? null : next);
          if (isWhole) onAdd(expressionOfRow({ kind: "quest", asked: next }));
        }}
        disabledReason={null}
        actions={
          <IconButton
            size="sm"
            label="Remove this condition"
            icon={<X aria-hidden="true" size={14} />}
            onClick={() => setDraft(null)}
          />
        }
      />
    </div>
  );
}
