"use client";

import { Plus } from "lucide-react";
import { describeConditions } from "#domain/describe-logic.ts";
import type { Condition, Expression } from "#domain/expression.ts";
import { newId } from "../../frame/project/new-id.ts";
import { useLogicNames } from "../fields/use-logic-names.ts";
import { clauseOn } from "./clause-row.tsx";
import { ConditionItem } from "./condition-item.tsx";
import { expressionOfClause, withExpression } from "./condition-rows.ts";
import { AddKnowledge } from "./knowledge-row.tsx";
import { ConditionsField } from "./logic-field.tsx";
import { AddQuest } from "./quest-row.tsx";
import { type PickedSubject, SubjectPicker } from "./subject-picker.tsx";

interface ConditionEditorProps {
  /** Beginning of the description that tells what depends on the conditions: "Offered only if". */
  lead: string;
  /** Text shown while there are no conditions. */
  none: string;
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
  disabledReason: string | null;
  /** Key of the list, for the text that was begun. */
  fieldKey: string;
}

/** A list of conditions, all of which must hold, and what they say in plain language. */
export function ConditionEditor({ lead, none, conditions, onChange, disabledReason, fieldKey }: ConditionEditorProps) {
  const description = useLogicNames((names) => describeConditions(conditions, names));
  const add = (expression: Expression) => onChange([...conditions, { ...expression, id: newId("cnd") }]);
  const first = (picked: PickedSubject) => expressionOfClause(clauseOn(picked));
  return (
    <div className="space-y-2">
      {conditions.length > 0 && (
        <ol aria-label="Conditions, all of which must hold" className="space-y-2">
          {conditions.map((condition, index) => (
            <li key={condition.id}>
              {index > 0 && <p className="mb-1.5 ps-1 text-11 text-ink-3">and</p>}
              <ConditionItem
                condition={condition}
                disabledReason={disabledReason}
                onChange={(expression) =>
                  onChange(conditions.map((each) => (each === condition ? withExpression(each, expression) : each)))
                }
                onRemove={() => onChange(conditions.filter((each) => each !== condition))}
              />
            </li>
          ))}
        </ol>
      )}
      <p className="break-words font-reading text-13 text-ink-2" dir="auto">
        {conditions.length === 0 ? none : `${lead} ${description}.`}
      </p>
      <ConditionsField
        label="Conditions as text"
        draftKey={fieldKey}
        conditions={conditions}
        onChange={onChange}
        disabledReason={disabledReason}
      />
      {disabledReason === null && (
        <div className="-ms-2 flex flex-wrap gap-x-1">
          <SubjectPicker
            label="Add a condition"
            subject={null}
            placeholder="Add a condition"
            icon={<Plus aria-hidden="true" size={14} />}
            onPick={(picked) => add(first(picked))}
            disabledReason={null}
          />
          <SubjectPicker
            label="Add alternatives"
            subject={null}
            placeholder="Add alternatives"
            icon={<Plus aria-hidden="true" size={14} />}
            onPick={(picked) => add({ op: "any", args: [first(picked)] })}
            disabledReason={null}
          />
          <AddKnowledge onAdd={add} />
          <AddQuest onAdd={add} />
        </div>
      )}
    </div>
  );
}
