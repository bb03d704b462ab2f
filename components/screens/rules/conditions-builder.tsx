"use client";

import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Expression } from "#domain/expression.ts";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { COMPARISONS, type ConditionRow, conditionOf, rowOf } from "./condition-rows.ts";

interface ConditionsBuilderProps {
  /** Conditions that it begins with. */
  conditions: readonly Expression[];
  disabledReason: string | null;
  onChange: (conditions: readonly Expression[]) => void;
  onSave: () => void;
}

const OPTIONS = Object.entries(COMPARISONS).map(([value, label]) => ({ value, label }));

/** Condition as it is typed: a value that was read and written again would lose spaces and zeros at its end. */
interface Draft {
  readonly condition: Expression;
  readonly row: ConditionRow | null;
}

/** Conditions of a rule as rows: a property, a comparison and a value. Others, written over the interface, stay as they are. */
export function ConditionsBuilder({ conditions, disabledReason, onChange, onSave }: ConditionsBuilderProps) {
  const isReadOnly = disabledReason !== null;
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    conditions.map((condition) => ({ condition, row: rowOf(condition) })),
  );
  const put = (next: readonly Draft[]) => {
    setDrafts(next);
    onChange(next.map(({ condition }) => condition));
  };
  const root = useRef<HTMLDivElement>(null);
  // What is removed takes its focus along, and a new condition is written next.
  const [focused, setFocused] = useState<number | null>(null);
  useEffect(() => {
    if (focused === null) return;
    const rows = root.current?.querySelectorAll<HTMLElement>("fieldset") ?? [];
    const at = rows[Math.min(focused, rows.length - 1)]?.querySelector<HTMLElement>("input, button");
    (at ?? root.current?.querySelector<HTMLElement>("button"))?.focus();
    if (at instanceof HTMLInputElement) at.select();
    setFocused(null);
  }, [focused]);
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || isReadOnly) return;
    event.preventDefault();
    onSave();
  };
  const draftOf = (row: ConditionRow): Draft => ({ condition: conditionOf(row), row });
  const set = (at: number, row: ConditionRow) => put(drafts.with(at, draftOf(row)));
  const add = () => {
    put([...drafts, draftOf({ path: "property", op: "ne", value: "" })]);
    setFocused(drafts.length);
  };
  const remove = (at: number) => {
    put(drafts.toSpliced(at, 1));
    setFocused(at);
  };
  return (
    <div ref={root} className="flex flex-col gap-2">
      {drafts.map(({ row }, at) => {
        const number = at + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place.
          <fieldset key={at} className="flex flex-wrap items-end gap-2">
            <legend className="sr-only">Condition {number}</legend>
            {row === null ? (
              <p className="flex-1 text-12 text-ink-2">A condition that was written over the interface</p>
            ) : (
              <>
                <input
                  aria-label={`Condition ${number}: property`}
                  className={`${CONTROL} min-w-24 flex-1`}
                  value={row.path}
                  readOnly={isReadOnly}
                  onChange={({ target }) => set(at, { ...row, path: target.value })}
                  onKeyDown={saveOnEnter}
                />
                <Select
                  label={`Condition ${number}: comparison`}
                  isLabelHidden
                  options={OPTIONS}
                  value={row.op}
                  disabled={isReadOnly}
                  onChange={({ target }) => set(at, { ...row, op: target.value as ConditionRow["op"] })}
                />
                <input
                  aria-label={`Condition ${number}: value`}
                  className={`${CONTROL} min-w-16 flex-1`}
                  placeholder="nothing"
                  value={row.value}
                  readOnly={isReadOnly}
                  onChange={({ target }) => set(at, { ...row, value: target.value })}
                  onKeyDown={saveOnEnter}
                />
              </>
            )}
            <IconButton
              label={`Remove condition ${number}`}
              icon={<X aria-hidden="true" size={14} />}
              disabledReason={disabledReason}
              onClick={() => remove(at)}
            />
          </fieldset>
        );
      })}
      <div className="flex gap-2">
        <Button size="sm" variant="bare" disabledReason={disabledReason} onClick={add}>
          Add a condition
        </Button>
        <Button size="sm" disabledReason={disabledReason} onClick={onSave}>
          Save conditions
        </Button>
      </div>
    </div>
  );
}
