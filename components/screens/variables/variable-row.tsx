"use client";

import { shownValue, TYPE_WORDS } from "../../editor/logic/value-text.ts";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { useVariableUses } from "../../frame/project/variable-queries.ts";
import { readsAndWrites } from "./use-summary.ts";

/** Height of a row, for drawing only those in view. */
export const ROW_HEIGHT = 36;

/** Uses counted one by one in the list; what has more says their number alone. */
const COUNTED = 50;

interface VariableRowProps {
  variable: ProjectVariable;
  index: number;
  isOpen: boolean;
  /** It is the row that Tab reaches. */
  isStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

/** One variable of the list. */
export function VariableRow({ variable, index, isOpen, isStop, onFocus, onOpen }: VariableRowProps) {
  const { data } = useVariableUses(variable.id, COUNTED);
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      style={{ height: ROW_HEIGHT }}
      className={`border-line border-b text-13 ${isOpen ? "bg-accent-soft" : ""}`}
    >
      <th scope="row" className="ps-5 pe-2 text-start font-normal">
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          aria-current={isOpen ? "true" : undefined}
          className="block min-h-7 max-w-full cursor-pointer truncate rounded-control text-start font-code font-medium text-ink hover:text-accent"
          dir="auto"
          onFocus={onFocus}
          onClick={onOpen}
        >
          {variable.name}
        </button>
      </th>
      <td className="truncate px-2 text-ink-2">{TYPE_WORDS[variable.type]}</td>
      <td className="truncate px-2 font-code text-12 text-ink-2 max-md:hidden" dir="auto">
        {shownValue(variable.default, variable.type)}
      </td>
      <td className="numerals truncate ps-2 pe-5 text-12 text-ink-2 max-md:hidden">
        {data === undefined ? "" : readsAndWrites(data.uses, data.total)}
      </td>
    </tr>
  );
}
