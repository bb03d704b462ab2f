"use client";

import { Search, SlidersHorizontal } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { counted } from "#domain/counted.ts";
import { IconButton } from "../icon-button.tsx";
import { Popover } from "../popover.tsx";
import { SegmentedControl } from "../segmented-control.tsx";
import { Select } from "../select.tsx";
import type { ChosenColumns } from "./fit-columns.ts";
import type { ListDefinition } from "./list-definition.ts";
import { ListDisplay } from "./list-display.tsx";
import type { ListView } from "./list-view.ts";

interface ListToolbarProps<Row> {
  list: ListDefinition<Row>;
  view: ListView;
  show: (change: Partial<ListView>) => void;
  chosen: ChosenColumns;
  onChoose: (chosen: ChosenColumns) => void;
  field: RefObject<HTMLInputElement | null>;
  /** Numbers of rows in all, shown and selected, as a sentence. */
  status: string;
  children: ReactNode;
}

/** Toolbar above the rows: search, filters, counts, actions, and display options. */
export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const { list, view, show } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 print:hidden">
      {list.search !== undefined && (
        <label className="relative min-w-0 max-w-72 grow basis-40">
          <span className="sr-only">{list.search.label}</span>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute start-2.5 top-1/2 size-3.5 -translate-y-1/2 text-ink-3"
          />
          <input
            ref={props.field}
            type="search"
            placeholder={list.search.label}
            value={view.search}
            dir="auto"
            spellCheck={false}
            onChange={(event) => show({ search: event.target.value })}
            className="min-h-8 w-full rounded-control border border-line-strong bg-panel py-1 ps-8 pe-2 text-13 text-ink placeholder:text-ink-3 hover:border-ink-3 pointer-coarse:text-16"
          />
        </label>
      )}
      {(list.filters ?? []).map(({ key, label, all, options, isFree, isShort }) => {
        if (isFree === true) return null;
        const shared = {
          label,
          value: view.filters[key] ?? "",
          options: [...(all === undefined ? [] : [{ value: "", label: all }]), ...options],
        };
        const choose = (value: string) => {
          const { [key]: _, ...others } = view.filters;
          show({ filters: value === "" ? others : { ...others, [key]: value } });
        };
        return isShort === true ? (
          <SegmentedControl key={key} {...shared} onChange={choose} />
        ) : (
          <Select
            key={key}
            {...shared}
            isLabelHidden
            className="w-40"
            onChange={({ target }) => choose(target.value)}
          />
        );
      })}
      <p role="status" className="numerals text-12 text-ink-3">
        {props.status}
      </p>
      {/* In a narrow window it stands beside the count, where it never has a row of its own. */}
      <div className="lg:order-last">
        <Popover
          label="Order and columns"
          align="end"
          trigger={(trigger) => (
            <IconButton
              size="sm"
              label="Order and columns"
              icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
              {...trigger}
            />
          )}
        >
          {() => <ListDisplay list={list} view={view} show={show} chosen={props.chosen} onChoose={props.onChoose} />}
        </Popover>
      </div>
      <div className="ms-auto flex flex-wrap items-center gap-2">{props.children}</div>
    </div>
  );
}

/** "3 of 12 variables · 2 selected". `all` is absent where only the server knows how many there are without a filter. */
export function sayCount(one: string, many: string, shown: number, all: number | undefined, selected: number): string {
  const words = counted(all ?? shown, one, many);
  const found = all === undefined || all === shown ? words : `${shown.toLocaleString("en")} of ${words}`;
  return selected === 0 ? found : `${found} · ${selected.toLocaleString("en")} selected`;
}
