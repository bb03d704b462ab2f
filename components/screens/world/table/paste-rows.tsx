"use client";

import { useMemo, useState } from "react";
import { counted } from "#domain/counted.ts";
import { AlertLine } from "../../../ui/alert-line.tsx";
import { DialogChoice } from "../../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../../ui/dialog-popup.tsx";
import { sayValue } from "../../../ui/list/property-columns.tsx";
import { Select } from "../../../ui/select.tsx";
import type { Kind } from "../entity/property-edit.ts";
import type { Entity } from "../entity/use-entity.ts";
import {
  type BlockColumn,
  type CellChange,
  type Definitions,
  headOf,
  type LeftOut,
  type PastePlan,
  partsOfPaste,
  planPaste,
  proposeColumns,
  readBlock,
} from "./pasted-block.ts";
import { tooMany, useChangeMany } from "./use-change-many.ts";

/** Block of cells that was pasted into a table. */
export interface PastedCells {
  readonly text: string;
  readonly from: Entity;
}

interface PasteRowsProps {
  pasted: PastedCells;
  rows: readonly Entity[];
  /** Paths of the properties in use, those the table shows first. */
  paths: readonly string[];
  shown: readonly string[];
  kinds: ReadonlyMap<string, Kind>;
  definitions: Definitions;
  words: { readonly one: string; readonly many: string };
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Lines that are shown; the rest are counted. */
const SHOWN = 100;

/** Shows the changes of a pasted block, cell by cell, and makes them all at once. */
export function PasteRows(props: PasteRowsProps) {
  const { pasted, rows, paths, shown, kinds, definitions, words, onClose } = props;
  const block = useMemo(() => {
    try {
      return readBlock(pasted.text, paths);
    } catch (error) {
      return error instanceof Error ? error.message : "The rows could not be read.";
    }
  }, [pasted, paths]);
  const [columns, setColumns] = useState<readonly BlockColumn[]>(() =>
    typeof block === "string" ? [] : proposeColumns(block, { rows, shown, paths }),
  );
  const from = rows.findIndex(({ id }) => id === pasted.from.id);
  const plan = useMemo(
    () =>
      typeof block === "string"
        ? null
        : planPaste(block, columns, { rows, from: Math.max(from, 0), kinds, definitions }),
    [block, columns, rows, from, kinds, definitions],
  );
  const { change, isBusy, problem } = useChangeMany(props);
  const changed = new Set(plan?.changes.map(({ row }) => row.id)).size;
  const refusal = changed === 0 ? "Nothing would change." : tooMany(changed);
  return (
    <DialogPopup
      size="lg"
      title={typeof block === "string" ? "Paste" : `Paste ${counted(block.rows.length, "row")}`}
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={isBusy}
          disabledReason={refusal}
          onClick={() => plan !== null && void change(partsOfPaste(plan.changes))}
        >
          {isBusy ? "Changing…" : `Change ${counted(changed, words.one, words.many)}`}
        </DialogChoice>
      }
    >
      {typeof block === "string" ? (
        <AlertLine className="text-13">{block}</AlertLine>
      ) : (
        <div className="space-y-4 text-13">
          <Columns block={block} columns={columns} paths={paths} onChange={setColumns} />
          {plan !== null && <Plan plan={plan} />}
          <AlertLine className="">{problem}</AlertLine>
        </div>
      )}
    </DialogPopup>
  );
}

interface ColumnsProps {
  block: {
    readonly heads: readonly string[] | null;
    readonly width: number;
    readonly rows: readonly { readonly cells: readonly string[] }[];
  };
  columns: readonly BlockColumn[];
  paths: readonly string[];
  onChange: (columns: readonly BlockColumn[]) => void;
}

/** Shows the field that each column of the pasted block fills. */
function Columns({ block, columns, paths, onChange }: ColumnsProps) {
  const options = [
    { value: "", label: "Skip" },
    ...(["name", "external_id", ...paths.map((path) => `properties.${path}` as const)] as const).map((column) => ({
      value: column,
      label: headOf(column),
    })),
  ];
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="mb-1.5 font-medium text-12 text-ink-2">Columns</legend>
      {Array.from({ length: block.width }, (_, at) => {
        const head = block.heads?.[at];
        const label = head === undefined || head === "" ? `Column ${at + 1}` : head;
        return (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of one block never move.
            key={at}
            label={label}
            value={columns[at] ?? ""}
            options={options}
            onChange={({ target }) => {
              const next = (target.value === "" ? null : target.value) as BlockColumn;
              onChange(columns.map((column, place) => (place === at ? next : column === next ? null : column)));
            }}
          />
        );
      })}
    </fieldset>
  );
}

function Plan({ plan: { changes, leftOut, same } }: { plan: PastePlan }) {
  return (
    <>
      <p role="status" className="text-ink-2">
        {counted(changes.length, "cell")} would change
        {same > 0 && `, ${same.toLocaleString("en-GB")} unchanged`}
        {leftOut.length > 0 && `, ${leftOut.length.toLocaleString("en-GB")} skipped`}. Empty cells change nothing.
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
      {leftOut.length > 0 && <LeftOutCells leftOut={leftOut} />}
    </>
  );
}

function Changes({ changes }: { changes: readonly CellChange[] }) {
  return (
    <table className="w-full text-start">
      <thead className="text-12 text-ink-3">
        <tr>
          {["Name", "What", "Before", "After"].map((head) => (
            <th key={head} scope="col" className="py-1 pe-3 text-start font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, SHOWN).map(({ row, column, before, after }) => (
          <tr key={`${row.id} ${column}`} className="border-line border-t align-baseline">
            <th scope="row" dir="auto" className="break-words py-1 pe-3 text-start font-medium">
              {row.name}
            </th>
            <td dir="auto" className="py-1 pe-3 text-ink-2">
              {headOf(column)}
            </td>
            <td dir="auto" className="break-words py-1 pe-3 text-ink-3">
              {before === undefined ? "nothing" : <del>{sayValue(before)}</del>}
            </td>
            <td dir="auto" className="break-words py-1">
              {sayValue(after)}
            </td>
          </tr>
        ))}
      </tbody>
      {changes.length > SHOWN && (
        <tfoot>
          <tr>
            <td colSpan={4} className="py-1 text-12 text-ink-3">
              and {counted(changes.length - SHOWN, "cell")} more
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function LeftOutCells({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <section aria-label="Skipped">
      <h3 className="mb-1 font-medium text-12 text-ink-2">Skipped</h3>
      <ul className="space-y-0.5">
        {leftOut.slice(0, SHOWN).map(({ number, said, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew with each plan.
          <li key={at}>
            <span className="numerals text-ink-3">Row {number}</span> <span dir="auto">“{said.slice(0, 60)}”</span>:{" "}
            {why}
          </li>
        ))}
        {leftOut.length > SHOWN && <li className="text-12 text-ink-3">and {leftOut.length - SHOWN} more</li>}
      </ul>
    </section>
  );
}
