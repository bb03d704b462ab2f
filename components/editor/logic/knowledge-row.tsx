"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Expression } from "#domain/expression.ts";
import { EntityField } from "../../frame/project/entity-field.tsx";
import { FactField } from "../../frame/project/fact-field.tsx";
import { useSubjectNames } from "../../frame/project/project-queries.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { expressionOfRow, type Knowledge } from "./condition-rows.ts";
import { ITEM } from "./logic-item.tsx";
import { NotButton } from "./not-button.tsx";

interface KnowledgeRowProps {
  knowledge: Knowledge;
  onChange: (knowledge: Knowledge) => void;
  disabledReason: string | null;
  /** Buttons at the end of the first line. */
  actions: ReactNode;
}

/** `[not] somebody knows a fact`. */
export function KnowledgeRow({ knowledge, onChange, disabledReason, actions }: KnowledgeRowProps) {
  const { negated, who, fact } = knowledge;
  const names = useSubjectNames([who, fact].filter((id) => id !== "").join(" "));
  const asValue = (id: string) => (id === "" ? null : { id, name: names(id) ?? "…" });
  return (
    <div className="space-y-1.5">
      <div className="flex min-w-0 items-end gap-1">
        <NotButton
          about={names(who) ?? "what somebody knows"}
          negated={negated}
          onChange={(next) => onChange({ ...knowledge, negated: next })}
          disabledReason={disabledReason}
        />
        <EntityField
          label="Who knows it"
          className="min-w-0 grow"
          value={asValue(who)}
          disabledReason={disabledReason}
          onChoose={(chosen) => {
            if (chosen !== null) onChange({ ...knowledge, who: chosen.id });
          }}
        />
        {actions}
      </div>
      <FactField
        label="What they know"
        value={asValue(fact)}
        disabledReason={disabledReason}
        onChoose={(chosen) => onChange({ ...knowledge, fact: chosen })}
      />
    </div>
  );
}

const NOBODY_YET: Knowledge = { negated: false, who: "", fact: "" };

/** Button that begins a condition on what somebody knows, which is added once it says who and what. */
export function AddKnowledge({ onAdd }: { onAdd: (expression: Expression) => void }) {
  const [draft, setDraft] = useState<Knowledge | null>(null);
  if (draft === null) {
    return (
      <Button
        variant="bare"
        size="sm"
        icon={<Plus aria-hidden="true" size={14} />}
        onClick={() => setDraft(NOBODY_YET)}
      >
        Ask what somebody knows
      </Button>
    );
  }
  return (
    <div className={`w-full ${ITEM} border-dashed`}>
      <KnowledgeRow
        knowledge={draft}
        onChange={(next) => {
          const isWhole = next.who !== "" && next.fact !== "";
          setDraft(isWhole ? null : next);
          if (isWhole) onAdd(expressionOfRow({ kind: "knowledge", knowledge: next }));
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
