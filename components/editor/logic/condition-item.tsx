"use client";

import { Braces, Plus, X } from "lucide-react";
import { useState } from "react";
import { describeExpression } from "#domain/describe-logic.ts";
import type { Condition, Expression } from "#domain/expression.ts";
import { useVariables } from "../../frame/project/project-queries.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useLogicNames } from "../fields/use-logic-names.ts";
import { ClauseRow, clauseOn } from "./clause-row.tsx";
import { type Clause, expressionOf, expressionOfRow, MATCHES, type Match, rowOf } from "./condition-rows.ts";
import { JsonEditor } from "./json-editor.tsx";
import { readConditionJson } from "./json-problems.ts";
import { SubjectPicker } from "./subject-picker.tsx";
import { UnshownLogic } from "./unshown-logic.tsx";

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
  const [isJson, setJson] = useState(false);
  const variables = useVariables();
  const row = rowOf(condition);
  const description = useLogicNames((names) => describeExpression(condition, names));
  if (isJson && disabledReason === null) {
    return (
      <div className="rounded-card border border-line bg-paper p-2">
        <JsonEditor
          label="Condition"
          value={expressionOf(condition)}
          read={(text) => readConditionJson(text, (id) => variables.get(id))}
          onSave={(expression) => {
            setJson(false);
            onChange(expression);
          }}
          onCancel={() => setJson(false)}
        />
      </div>
    );
  }
  if (row.kind === "text") {
    return (
      <UnshownLogic
        what="condition"
        description={description}
        disabledReason={disabledReason}
        onEdit={() => setJson(true)}
        onRemove={onRemove}
      />
    );
  }
  const actions = (remove: string, act: () => void) =>
    disabledReason === null && (
      <IconButton size="sm" label={remove} icon={<X aria-hidden="true" size={14} />} onClick={act} />
    );
  const asJson = disabledReason === null && (
    <IconButton
      size="sm"
      label="Edit as JSON"
      icon={<Braces aria-hidden="true" size={14} />}
      onClick={() => setJson(true)}
    />
  );
  if (row.kind === "clause") {
    return (
      <div className="rounded-card border border-line bg-paper p-2">
        <ClauseRow
          clause={row.clause}
          onChange={(clause) => onChange(expressionOfRow({ kind: "clause", clause }))}
          disabledReason={disabledReason}
          actions={
            <>
              {asJson}
              {actions("Remove this condition", onRemove)}
            </>
          }
        />
      </div>
    );
  }
  const { match, clauses } = row;
  const setClauses = (next: readonly Clause[]) => {
    if (next.length === 0) onRemove();
    else onChange(expressionOfRow({ kind: "group", match, clauses: next }));
  };
  return (
    <fieldset className="space-y-2 rounded-card border border-line-strong bg-paper p-2">
      <legend className="sr-only">{MATCH_WORDS[match]}</legend>
      <div className="flex items-center gap-1">
        <select
          aria-label="How these are joined"
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
        {asJson}
        {actions("Remove these alternatives", onRemove)}
      </div>
      <ol className="space-y-2 border-thread border-s-2 ps-2">
        {clauses.map((clause, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a group have nothing but their place.
          <li key={index}>
            <ClauseRow
              clause={clause}
              onChange={(next) => setClauses(clauses.with(index, next))}
              disabledReason={disabledReason}
              actions={actions("Remove this row", () => setClauses(clauses.toSpliced(index, 1)))}
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
