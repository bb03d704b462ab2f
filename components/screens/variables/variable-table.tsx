"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import type { ListView, SortKey } from "./list-view.ts";
import { ROW_HEIGHT, VariableRow } from "./variable-row.tsx";

interface Head {
  readonly label: string;
  /** What the list can be sorted by; null for what it cannot. */
  readonly sort: SortKey | null;
  readonly width: string;
}

const HEADS: readonly Head[] = [
  { label: "Name", sort: "name", width: "w-2/5 max-md:w-3/5" },
  { label: "Type", sort: "type", width: "w-1/5 max-md:w-2/5" },
  { label: "Default", sort: null, width: "w-1/5 max-md:hidden" },
  { label: "Used", sort: null, width: "w-1/5 max-md:hidden" },
];

interface VariableTableProps {
  variables: readonly ProjectVariable[];
  view: ListView;
  onSort: (sort: SortKey, descending: boolean) => void;
  onOpen: (id: string) => void;
}

/** The variables. Only rows in view are drawn; arrows, Page, Home and End go through all of them. */
export function VariableTable({ variables, view, onSort, onOpen }: VariableTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const rows = useVirtualizer({
    count: variables.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const last = variables.length - 1;
  const current = Math.min(active, Math.max(last, 0));
  const drawn = rows.getVirtualItems();
  const isDrawn = drawn.some(({ index }) => index === current);

  useEffect(() => {
    if (!wantsFocus.current || !isDrawn) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-row="${current}"] button`)?.focus();
  }, [current, isDrawn]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? ROW_HEIGHT) / ROW_HEIGHT) - 2, 1);
    const goals: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: last,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(goal, 0), last);
    wantsFocus.current = true;
    setActive(next);
    rows.scrollToIndex(next);
  }

  const above = drawn[0]?.start ?? 0;
  const below = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto">
      <table aria-label="Variables" aria-rowcount={variables.length + 1} className="w-full table-fixed border-collapse">
        <thead className="sticky top-0 z-10 bg-paper">
          <tr aria-rowindex={1} className="border-line border-b">
            {HEADS.map((head) => (
              <HeadCell key={head.label} head={head} view={view} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          <Space height={above} />
          {drawn.map(({ index }) => {
            const variable = variables[index];
            return variable === undefined ? null : (
              <VariableRow
                key={variable.id}
                variable={variable}
                index={index}
                isOpen={variable.id === view.open}
                isStop={index === current || (!isDrawn && index === drawn[0]?.index)}
                onFocus={() => setActive(index)}
                onOpen={() => onOpen(variable.id)}
              />
            );
          })}
          <Space height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** The rows that are not drawn. */
function Space({ height }: { height: number }) {
  return height > 0 ? (
    <tr style={{ height }}>
      <td colSpan={HEADS.length} />
    </tr>
  ) : null;
}

function HeadCell({ head, view, onSort }: { head: Head } & Pick<VariableTableProps, "view" | "onSort">) {
  const { label, sort, width } = head;
  const isSorted = sort !== null && sort === view.sort;
  const direction = view.descending ? "descending" : "ascending";
  const Arrow = view.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      className={`h-8 px-2 text-start font-normal text-12 text-ink-3 first:ps-5 last:pe-5 ${width}`}
    >
      {sort === null ? (
        label
      ) : (
        <button
          type="button"
          className="-ms-1 inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-control px-1 hover:text-ink"
          onClick={() => onSort(sort, isSorted && !view.descending)}
        >
          {label}
          {isSorted && <Arrow aria-hidden="true" size={12} />}
        </button>
      )}
    </th>
  );
}
