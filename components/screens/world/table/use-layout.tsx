"use client";

import { Columns3, LayoutGrid, ListTree, Table2 } from "lucide-react";
import { type ReactNode, useCallback, useMemo } from "react";
import { counted } from "#domain/counted.ts";
import { splitPath } from "#domain/filter/property-path.ts";
import { latePart } from "../../../ui/late.tsx";
import { measureColumn } from "../../../ui/list/column-widths.ts";
import type { ListBody } from "../../../ui/list/list.tsx";
import { sayKey } from "../../../ui/list/property-columns.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Select } from "../../../ui/select.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { showToast } from "../../../ui/toast.ts";
import type { Entity } from "../entity/use-entity.ts";
import { PAGE_WORDS, type ProfilePage } from "../entity/words.ts";
import type { UsedProperty } from "../filter/where-filter.ts";
import { boardChoices, usualChoice } from "./board-columns.ts";
import { columnValue } from "./cell-fields.ts";
import type { Layout, LayoutView } from "./layout.ts";
import type { Definitions } from "./pasted-block.ts";
import { type NameOf, sayNamed } from "./row-names.tsx";
import type { EntityCells } from "./use-cell-editing.tsx";

const Waiting = () => <LoadingRows what="this view" rows={6} className="h-16" />;
const Gallery = latePart(() => import("./gallery.tsx").then((part) => part.Gallery), Waiting);
const Board = latePart(() => import("./board.tsx").then((part) => part.Board), Waiting);
const WorldTree = latePart(() => import("./world-tree.tsx").then((part) => part.WorldTree), Waiting);

const NO_OPTIONS: readonly string[] = [];
const ICON = "size-3.5";
const OPTIONS: readonly { readonly value: Layout; readonly label: string; readonly icon: ReactNode }[] = [
  { value: "table", label: "Table", icon: <Table2 aria-hidden="true" className={ICON} /> },
  { value: "gallery", label: "Gallery", icon: <LayoutGrid aria-hidden="true" className={ICON} /> },
  { value: "board", label: "Board", icon: <Columns3 aria-hidden="true" className={ICON} /> },
  { value: "tree", label: "By place", icon: <ListTree aria-hidden="true" className={ICON} /> },
];

interface LaidOut {
  readonly page: ProfilePage;
  readonly layout: LayoutView;
  readonly onShow: (change: Partial<LayoutView>) => void;
  readonly used: readonly UsedProperty[];
  readonly definitions: Definitions;
  readonly rows: readonly Entity[];
  /** Whether all rows are here, which boards and trees wait for. */
  readonly isWhole: boolean;
  readonly cells: EntityCells;
  readonly nameOf: NameOf;
}

const pathOf = (column: string): string => column.slice("properties.".length);

/** Returns the controls of how a list of the world is shown, and what draws its rows where that is no table. */
export function useLayout({ page, layout: view, onShow, used, definitions, rows, isWhole, cells, nameOf }: LaidOut): {
  readonly controls: ReactNode;
  readonly body: ((shown: ListBody<Entity>) => ReactNode) | undefined;
} {
  const { layout } = view;
  const { one, many, title } = PAGE_WORDS[page];
  const choices = useMemo(() => boardChoices(used, definitions), [used, definitions]);
  const usual = useMemo(
    () => (layout === "board" && isWhole ? usualChoice(choices, rows, columnValue) : null),
    [layout, isWhole, choices, rows],
  );
  const by = view.by ?? usual;
  const labelOf = (column: string): string =>
    column === "place" ? "Place" : (definitions.get(pathOf(column))?.label ?? sayKey(splitPath(pathOf(column))));
  const say = useCallback((value: unknown) => sayNamed(value, nameOf), [nameOf]);
  const textOf = (row: Entity, column: string) => say(cells.valueNow(row, column));
  const onMoved = (row: Entity, to: string, before: { readonly column: string }) => {
    const was = cells.valueNow(row, before.column);
    showToast({
      text: `“${row.name}” is now in “${to}”.`,
      undo: () => cells.set(row, before.column, was, say(was)),
    });
  };
  const controls = (
    <>
      {layout === "board" && by !== null && (
        <Select
          label="Columns by"
          isLabelHidden
          className="w-40"
          value={by}
          options={[...new Set([...choices, by])].map((value) => ({
            value,
            label: `By ${labelOf(value).toLocaleLowerCase("en")}`,
          }))}
          onChange={({ target }) => onShow({ by: target.value })}
        />
      )}
      <SegmentedControl
        label="Show as"
        isIconOnly
        value={layout}
        options={page === "places" ? OPTIONS.slice(0, 3) : OPTIONS}
        onChange={(next) => onShow({ layout: next })}
      />
    </>
  );
  if (layout === "table" || (layout === "tree" && page === "places")) return { controls, body: undefined };
  const body = ({ columns, ...others }: ListBody<Entity>) => {
    // Cards hold what is short: prose is for the table and the profile.
    const short = columns.filter((column) => measureColumn(column, rows)?.isProse !== true);
    const shown = { ...others, columns: short };
    if (layout === "gallery") return <Gallery {...shown} label={title} textOf={textOf} />;
    if (!isWhole)
      return <LoadingRows what={`all ${counted(rows.length, one, many)} and more`} rows={6} className="h-16" />;
    if (layout === "tree") {
      return (
        <WorldTree
          {...shown}
          label={title}
          words={PAGE_WORDS[page]}
          cells={cells}
          textOf={textOf}
          onMoved={(row, to) => onMoved(row, to, { column: "place" })}
        />
      );
    }
    return by === null ? (
      <Waiting />
    ) : (
      <Board
        {...shown}
        label={title}
        by={by}
        byLabel={labelOf(by)}
        options={definitions.get(pathOf(by))?.options ?? NO_OPTIONS}
        cells={cells}
        textOf={textOf}
        say={say}
        onMoved={(row, to) => onMoved(row, to, { column: by })}
      />
    );
  };
  return { controls, body };
}
