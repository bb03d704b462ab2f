"use client";

import { Plus } from "lucide-react";
import { describeExpression } from "#domain/describe-logic.ts";
import type { Condition, Expression } from "#domain/expression.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { useLogicNames } from "../fields/use-logic-names.ts";
import { ClauseRow, clauseOn } from "./clause-row.tsx";
import {
  type Clause,
  type ConditionRow,
  expressionOf,
  expressionOfRow,
  MATCHES,
  type Match,
  rowOf,
} from "./condition-rows.ts";
import { readConditionJson } from "./json-problems.ts";
import { KnowledgeRow } from "./knowledge-row.tsx";
import { ITEM, type ItemActions, LogicItem } from "./logic-item.tsx";
import { QuestRow } from "./quest-row.tsx";
import { SubjectPicker } from "./subject-picker.tsx";

const MATCH_WORDS: Readonly<Record<Match, string>> = {
  all: "All of these hold",
  any: "Any of these holds",
  none: "None of these holds",
};

interface ConditionItemProps {
  condition: Condition;
  onChange: (expression: Expression) => void;
  onRemove: () => void;
  disabledReason: string | null;
}

/** One condition: a row, a group of rows, or words that no row can say. */
export function ConditionItem({ condition, onChange, onRemove, disabledReason }: ConditionItemProps) {
  const row = rowOf(condition);
  const description = useLogicNames((names) => describeExpression(condition, names));
  const item = { description, onChange, onRemove, disabledReason };
  return (
    <LogicItem
      {...item}
      what="condition"
      value={expressionOf(condition)}
      read={readConditionJson}
      hasRow={row.kind !== "text"}
    >
      {(actions) => {
        if (row.kind === "group") return <ClauseGroup {...item} {...row} actions={actions} />;
        if (row.kind === "text") return null;
        const own = {
          disabledReason,
          actions: (
            <>
              {actions.asJson}
              {actions.remove("Remove this condition", onRemove)}
            </>
          ),
        };
        return (
          <div className={ITEM}>
            {row.kind === "knowledge" ? (
              <KnowledgeRow
                {...own}
                knowledge={row.knowledge}
                onChange={(knowledge) => onChange(expressionOfRow({ kind: "knowledge", knowledge }))}
              />
            ) : row.kind === "quest" ? (
              <QuestRow
                {...own}
                asked={row.asked}
                onChange={(asked) => onChange(expressionOfRow({ kind: "quest", asked }))}
              />
            ) : (
              <ClauseRow
                {...own}
                clause={row.clause}
                onChange={(clause) => onChange(expressionOfRow({ kind: "clause", clause }))}
              />
            )}
          </div>
        );
      }}
    </LogicItem>
  );
}

type ClauseGroupProps = Omit<ConditionItemProps, "condition"> &
  Omit<Extract<ConditionRow, { kind: "group" }>, "kind"> & { actions: ItemActions };

/** Rows of one condition that are joined by "all", "any" or "none". */
function ClauseGroup({ match, clauses, onChange, onRemove, disabledReason, actions }: ClauseGroupProps) {
  const setClauses = (next: readonly Clause[]) => {
    if (next.length === 0) onRemove();
    else onChange(expressionOfRow({ kind: "group", match, clauses: next }));
  };
  return (
    <fieldset className="space-y-2 rounded-card border border-line-strong bg-paper p-2">
      <legend className="sr-only">{MATCH_WORDS[match]}</legend>
      <div className="flex items-center gap-1">
        <select
          aria-label="How to combine these"
          className={CONTROL}
          value={match}
          disabled={disabledReason !== null}
          onChange={(event) =>
            onChange(expressionOfRow({ kind: "group", match: event.target.value as Match, clauses }))
          }
        >
          {MATCHES.map((each) => (
            <option key={each} value={each}>
              {MATCH_WORDS[each]}
            </option>
          ))}
        </select>
        {actions.asJson}
        {actions.remove("Remove these alternatives", onRemove)}
      </div>
      <ol className="space-y-2 border-thread border-s-2 ps-2">
        {clauses.map((clause, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a group have nothing but their place.
          <li key={index}>
            <ClauseRow
              clause={clause}
              onChange={(next) => setClauses(clauses.with(index, next))}
              disabledReason={disabledReason}
              actions={actions.remove("Remove this row", () => setClauses(clauses.toSpliced(index, 1)))}
            />
          </li>
        ))}
      </ol>
      {disabledReason === null && (
        <SubjectPicker
          label="Add a row to these"
          subject={null}
          placeholder="Add a row"
          icon={<Plus aria-hidden="true" size={14} />}
          onPick={(picked) => setClauses([...clauses, clauseOn(picked)])}
          disabledReason={null}
        />
      )}
    </fieldset>
  );
}
