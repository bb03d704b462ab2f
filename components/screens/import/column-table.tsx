"use client";

import { type ChosenColumn, IMPORT_KINDS, type ImportKind, type RowSource } from "../../editor/import/row-source.ts";
import { Select } from "../../ui/select.tsx";

/** Rows whose values are shown under the name of their column. */
const SHOWN = 3;

const FIELDS = [
  { value: "name", label: "Name" },
  { value: "property", label: "A property" },
  { value: "parent_name", label: "Place it is in" },
  { value: "type", label: "Type" },
  { value: "external_id", label: "ID in your game" },
  { value: "parent_external_id", label: "Place it is in, by its ID" },
  { value: "", label: "Skip" },
];

const TYPES = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "boolean", label: "Yes or no" },
  { value: "json", label: "Structured (JSON)" },
];

interface ColumnTableProps {
  source: RowSource;
  kind: ImportKind;
  onChange: (columns: readonly ChosenColumn[]) => void;
}

/** The columns of a file with their first values, and what each is made into. */
export function ColumnTable({ source, kind, onChange }: ColumnTableProps) {
  const { columns, file } = source;
  const fields = FIELDS.filter(({ value }) => value !== "type" || IMPORT_KINDS[kind].hasOwnTypes || hasType(columns));
  const set = (at: number, change: Partial<ChosenColumn>) =>
    onChange(columns.map((each, index) => (index === at ? { ...each, ...change } : each)));
  const samples = file.rows.slice(0, SHOWN).map(({ cells }) => new Map(cells.entries()));
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-panel">
      <table className="w-full text-13" aria-label="Columns">
        <thead className="border-line border-b text-start text-12 text-ink-2">
          <tr>
            {["Column", "First values", "Meaning", "Property", "Read as"].map((head) => (
              <th key={head} scope="col" className="px-3 py-2 text-start font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {columns.map(({ column, field, path, as }, at) => (
            <tr key={column} className={field === null ? "text-ink-3" : ""}>
              <th scope="row" dir="auto" className="max-w-48 truncate px-3 py-1.5 text-start font-medium">
                {column}
              </th>
              <td dir="auto" className="max-w-64 truncate px-3 py-1.5 text-ink-2">
                {samples.flatMap((cells) => shown(cells.get(at)) ?? []).join(" · ")}
              </td>
              <td className="min-w-44 px-3 py-1.5">
                <Select
                  isLabelHidden
                  label={`Meaning of “${column}”`}
                  options={fields}
                  value={field ?? ""}
                  onChange={({ target }) => set(at, { field: (target.value || null) as ChosenColumn["field"] })}
                />
              </td>
              <td className="px-3 py-1.5">
                {field === "property" && (
                  <input
                    aria-label={`Property for “${column}”`}
                    dir="auto"
                    className="min-h-8 w-full min-w-32 rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink pointer-coarse:text-16"
                    value={path}
                    onChange={({ target }) => set(at, { path: target.value })}
                  />
                )}
              </td>
              <td className="px-3 py-1.5">
                {field === "property" && file.isText && (
                  <Select
                    isLabelHidden
                    label={`Type of “${column}”`}
                    options={TYPES}
                    value={as}
                    onChange={({ target }) => set(at, { as: target.value as ChosenColumn["as"] })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const hasType = (columns: readonly ChosenColumn[]) => columns.some(({ field }) => field === "type");

function shown(cell: unknown): string | null {
  if (cell === undefined || cell === "") return null;
  if (Array.isArray(cell) && cell.every((each) => typeof each !== "object")) return cell.join(", ");
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}
