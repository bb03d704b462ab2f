"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { Ellipsis } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { AlertLine } from "../../../ui/alert-line.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { ListBody } from "../../../ui/list/list.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import { PageLink } from "../../../ui/page-link.tsx";
import type { Entity } from "../entity/use-entity.ts";
import { type BoardColumn, boardColumns } from "./board-columns.ts";
import { CardFace, PicturesOfCards } from "./card-face.tsx";
import { type CardWords, cardWords } from "./card-words.ts";
import { Chips } from "./chips.tsx";
import type { EntityCells } from "./use-cell-editing.tsx";

interface BoardProps extends ListBody<Entity> {
  label: string;
  /** Column of the list whose values are the columns of the board, and its name. */
  by: string;
  byLabel: string;
  /** Values that have a column although no row has them. */
  options: readonly string[];
  cells: EntityCells;
  textOf: (entity: Entity, column: string) => string;
  /** Says a value of the column that arranges the board. */
  say: (value: unknown) => string;
  onMoved: (row: Entity, to: string) => void;
}

const CARD_HEIGHT = 76;
const ALL_DRAWN = 60;
const CHIPS = 2;

/**
 * Shows the rows of a list in a column for each value of a property. A card that is dragged to another column, or moved by Alt and an arrow or
 * by its menu, gets the value of that column.
 */
export function Board(props: BoardProps) {
  const { rows, label, by, byLabel, options, cells, say } = props;
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [dragged, setDragged] = useState<Entity | null>(null);
  const [goal, setGoal] = useState<string | null>(null);
  const hasFlags = rows.some((row) => typeof cells.valueNow(row, by) === "boolean");
  const columns = useMemo(
    () =>
      boardColumns(rows, {
        heldBy: (row) => cells.valueNow(row, by),
        options: hasFlags ? [true, false] : options,
        say,
        none: `No ${byLabel.toLocaleLowerCase("en")}`,
      }),
    [rows, cells, by, byLabel, options, hasFlags, say],
  );
  const stop = rows.some(({ id }) => id === activeId)
    ? activeId
    : (columns.find((each) => each.rows.length > 0)?.rows[0]?.id ?? null);

  useEffect(() => {
    if (wanted.current === null) return;
    const card = box.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.current)}"]`);
    if (card == null) return;
    wanted.current = null;
    card.focus();
    card.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  });
  function goTo(id: string | undefined): void {
    if (id === undefined) return;
    wanted.current = id;
    setActiveId(id);
  }
  function move(row: Entity, to: BoardColumn<Entity>): void {
    if (to.rows.includes(row)) return;
    wanted.current = row.id;
    setActiveId(row.id);
    cells.set(row, by, to.value, to.value === undefined ? "" : to.label);
    if (cells.disabledReason === null) props.onMoved(row, to.label);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const id = (event.target as Element).getAttribute("data-card");
    const at = columns.findIndex((column) => column.rows.some((row) => row.id === id));
    const column = columns[at];
    const row = column?.rows.find((each) => each.id === id);
    if (column === undefined || row === undefined || event.ctrlKey || event.metaKey) return;
    const side = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const place = column.rows.indexOf(row);
    if (event.altKey && side !== 0) {
      const to = columns[at + side];
      if (to !== undefined) move(row, to);
    } else if (event.altKey) return;
    else if (side !== 0) {
      const next = side > 0 ? columns.slice(at + 1) : columns.slice(0, at).reverse();
      const filled = next.find((each) => each.rows.length > 0);
      goTo(filled?.rows[Math.min(place, filled.rows.length - 1)]?.id);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      goTo(column.rows[place + (event.key === "ArrowDown" ? 1 : -1)]?.id);
    else if (event.key === "Home" || event.key === "End") goTo(column.rows.at(event.key === "Home" ? 0 : -1)?.id);
    else if (event.key === "Enter") (event.target as Element).querySelector<HTMLElement>("a")?.click();
    else return;
    event.preventDefault();
  }
  const entriesOf = (row: Entity, own: BoardColumn<Entity>): readonly MenuEntry[] => [
    { heading: "Move to" },
    ...columns
      .filter((column) => column.key !== own.key)
      .map((column) => ({
        title: column.label,
        disabledReason: cells.disabledReason,
        onSelect: () => move(row, column),
      })),
    "separator",
    ...(props.entriesOf?.(row) ?? []),
  ];
  return (
    <PicturesOfCards>
      <section
        ref={box}
        aria-label={label}
        className="flex min-h-48 grow gap-3 overflow-x-auto px-4 pb-4 print:overflow-visible"
        onKeyDown={onKeyDown}
      >
        {columns.map((column) => (
          <Column
            key={column.key}
            {...props}
            column={column}
            stop={stop}
            isGoal={goal === column.key}
            onActivate={setActiveId}
            entriesOf={(row) => entriesOf(row, column)}
            onDrag={setDragged}
            drop={{
              onDragOver: (event) => {
                if (dragged === null || cells.disabledReason !== null) return;
                event.preventDefault();
                setGoal(column.key);
              },
              onDragLeave: () => setGoal((now) => (now === column.key ? null : now)),
              onDrop: (event) => {
                event.preventDefault();
                setGoal(null);
                if (dragged !== null) move(dragged, column);
                setDragged(null);
              },
            }}
          />
        ))}
      </section>
    </PicturesOfCards>
  );
}

interface ColumnProps extends Omit<BoardProps, "entriesOf"> {
  column: BoardColumn<Entity>;
  stop: string | null;
  isGoal: boolean;
  onActivate: (id: string) => void;
  entriesOf: (row: Entity) => readonly MenuEntry[];
  onDrag: (row: Entity | null) => void;
  drop: { onDragOver(event: DragEvent): void; onDragLeave(): void; onDrop(event: DragEvent): void };
}

/** A column of a board with its cards. */
function Column({ column, isGoal, drop, ...props }: ColumnProps) {
  const scroll = useRef<HTMLUListElement>(null);
  const isVirtual = column.rows.length > ALL_DRAWN;
  const virtual = useVirtualizer({
    count: isVirtual ? column.rows.length : 0,
    getScrollElement: () => scroll.current,
    estimateSize: () => CARD_HEIGHT,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const drawn = isVirtual ? items.map(({ index }) => index) : column.rows.map((_, index) => index);
  return (
    <section
      aria-label={column.label}
      className={`flex min-h-0 w-64 shrink-0 flex-col rounded-card border bg-canvas ${isGoal ? "border-accent bg-accent-soft" : "border-line"}`}
      {...drop}
    >
      <h2 className="flex items-baseline gap-2 px-3 pt-2.5 pb-1.5 font-medium text-13 text-ink" dir="auto">
        <span className="min-w-0 truncate">{column.label}</span>
        <span className="numerals font-normal text-12 text-ink-3">{column.rows.length.toLocaleString("en")}</span>
      </h2>
      <ul ref={scroll} className="min-h-0 grow overflow-y-auto px-2 pb-2">
        {isVirtual && <li role="presentation" style={{ height: items[0]?.start ?? 0 }} />}
        {drawn.map((index) => {
          const row = column.rows[index];
          return (
            row !== undefined && (
              <Card
                key={row.id}
                {...props}
                row={row}
                index={index}
                measure={isVirtual ? virtual.measureElement : undefined}
              />
            )
          );
        })}
        {isVirtual && <li role="presentation" style={{ height: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }} />}
      </ul>
    </section>
  );
}

interface CardProps extends Omit<ColumnProps, "column" | "isGoal" | "drop"> {
  row: Entity;
  index: number;
  measure: ((element: HTMLElement | null) => void) | undefined;
}

function Card({ row, index, by, cells, columns, textOf, titleOf, hrefOf, stop, measure, ...props }: CardProps) {
  const words: CardWords = cardWords(
    row,
    columns.filter(({ key }) => key !== by),
    textOf,
    CHIPS,
  );
  const unsaved = cells.unsaved(row, by);
  const isStop = row.id === stop;
  return (
    <li ref={measure} data-index={index} className="pb-2">
      <article
        data-card={row.id}
        tabIndex={isStop ? 0 : -1}
        aria-label={titleOf(row)}
        draggable={cells.disabledReason === null}
        onFocus={() => props.onActivate(row.id)}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", titleOf(row));
          props.onDrag(row);
        }}
        onDragEnd={() => props.onDrag(null)}
        className={`group flex gap-2 rounded-card border border-line bg-panel p-2 hover:border-line-strong ${unsaved?.problem === null ? "opacity-60" : ""}`}
      >
        <CardFace entity={row} size="sm" />
        <div className="min-w-0 grow">
          <PageLink
            href={hrefOf?.(row) ?? ""}
            dir="auto"
            tabIndex={isStop ? 0 : -1}
            draggable={false}
            className="line-clamp-2 font-medium text-13 text-ink hover:text-accent hover:underline"
          >
            {titleOf(row)}
          </PageLink>
          {words.line !== "" && (
            <p dir="auto" className="truncate text-12 text-ink-2">
              {words.line}
            </p>
          )}
          <Chips chips={words.chips} />
          {unsaved?.problem != null && (
            <AlertLine>
              Not moved to {unsaved.text === "" ? "here" : `“${unsaved.text}”`}. {unsaved.problem}
            </AlertLine>
          )}
        </div>
        <Menu
          align="end"
          entries={() => props.entriesOf(row)}
          trigger={(trigger) => (
            <IconButton
              size="sm"
              label={`More for ${titleOf(row)}`}
              icon={<Ellipsis aria-hidden="true" className="size-4" />}
              {...trigger}
              tabIndex={isStop ? 0 : -1}
            />
          )}
        />
      </article>
    </li>
  );
}
