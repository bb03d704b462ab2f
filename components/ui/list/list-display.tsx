"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "../button.tsx";
import { Checkbox } from "../checkbox.tsx";
import { IconButton } from "../icon-button.tsx";
import { SegmentedControl } from "../segmented-control.tsx";
import { Select } from "../select.tsx";
import { type ChosenColumns, chosenColumns } from "./fit-columns.ts";
import type { ListDefinition } from "./list-definition.ts";
import { type ListView, sortableColumns } from "./list-view.ts";

interface ListDisplayProps<Row> {
  list: ListDefinition<Row>;
  view: ListView;
  show: (change: Partial<ListView>) => void;
  chosen: ChosenColumns;
  onChoose: (chosen: ChosenColumns) => void;
}

const DIRECTIONS = [
  { value: "up", label: "A to Z" },
  { value: "down", label: "Z to A" },
] as const;

/** Order of a list, and its columns: which are shown, and in which order. */
export function ListDisplay<Row>({ list, view, show, chosen, onChoose }: ListDisplayProps<Row>) {
  const sorts = sortableColumns(list);
  const shown = chosenColumns(list, chosen);
  const keys = shown.map(({ key }) => key);
  const columns = [...shown, ...list.columns.filter(({ key }) => !keys.includes(key))];
  const move = (key: string, step: number) => {
    const at = keys.indexOf(key);
    onChoose(keys.toSpliced(at, 1).toSpliced(at + step, 0, key));
  };
  return (
    <div className="w-64 space-y-3">
      {sorts.length > 0 && (
        <div className="space-y-2">
          <Select
            label="Sort by"
            value={view.sort}
            options={[
              ...(list.order === null ? [{ value: "", label: "As it comes" }] : []),
              ...sorts.map(({ key, label }) => ({ value: key, label })),
            ]}
            onChange={({ target }) => {
              const column = sorts.find(({ key }) => key === target.value);
              show({ sort: target.value, descending: column?.sort === "descending" });
            }}
          />
          {view.sort !== "" && (
            <SegmentedControl
              label="Direction"
              options={DIRECTIONS}
              value={view.descending ? "down" : "up"}
              onChange={(direction) => show({ descending: direction === "down" })}
            />
          )}
        </div>
      )}
      {list.columns.length > 0 && (
        <fieldset>
          <legend className="mb-1 font-medium text-12 text-ink-2">Columns</legend>
          <ul className="max-h-72 overflow-y-auto">
            {columns.map(({ key, label }) => {
              const at = keys.indexOf(key);
              return (
                <li key={key} className="flex items-center gap-1">
                  <Checkbox
                    label={label}
                    className="min-w-0 grow"
                    checked={at >= 0}
                    onChange={() => onChoose(at >= 0 ? keys.toSpliced(at, 1) : [...keys, key])}
                  />
                  {at >= 0 && (
                    <>
                      <IconButton
                        size="sm"
                        label={`Move ${label} left`}
                        icon={<ArrowUp aria-hidden="true" className="size-3.5" />}
                        disabledReason={at === 0 ? "It is the first column." : null}
                        onClick={() => move(key, -1)}
                      />
                      <IconButton
                        size="sm"
                        label={`Move ${label} right`}
                        icon={<ArrowDown aria-hidden="true" className="size-3.5" />}
                        disabledReason={at === keys.length - 1 ? "It is the last column." : null}
                        onClick={() => move(key, 1)}
                      />
                    </>
                  )}
                </li>
              );
            })}
          </ul>
        </fieldset>
      )}
      {chosen !== null && (
        <Button size="sm" onClick={() => onChoose(null)}>
          Reset columns
        </Button>
      )}
    </div>
  );
}
