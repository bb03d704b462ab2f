"use client";

import { BookOpen, FileText, Layers, StickyNote } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { showKeys } from "../../frame/commands/keys.ts";
import { useIsMac } from "../../frame/commands/platform.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { Tree } from "../../ui/tree/tree.tsx";
import { TreeItem } from "../../ui/tree/tree-item.tsx";
import { TreeName } from "../../ui/tree/tree-name.tsx";
import { type ItemRow, treeRows, withKeys } from "../../ui/tree/tree-rows.ts";
import { useRowDrag } from "../../ui/tree/use-row-drag.ts";
import { STATUS_WORDS } from "./book-types.ts";
import { moveBy, moveOnto, type OutlineItem, type OutlineMove, type OutlineStep } from "./outline-items.ts";

const NUMBERS = new Intl.NumberFormat("en-GB");
const STEPS: Readonly<Record<string, OutlineStep>> = {
  "alt+ArrowUp": "up",
  "alt+ArrowDown": "down",
  "alt+ArrowLeft": "out",
  "alt+ArrowRight": "in",
};
const STEP_WORDS: Readonly<Record<OutlineStep, string>> = {
  up: "Move up",
  down: "Move down",
  out: "Move out of the act",
  in: "Move into the act above",
};
const ICONS = { act: Layers, chapter: BookOpen, passage: FileText } as const;

/** Properties of the tree. */
export interface OutlineTreeProps {
  readonly items: readonly OutlineItem[];
  /** Id of the open chapter or chosen passage; null for none. */
  readonly chosen: string | null;
  /** Whether the order can be changed: the order of the story follows from the chapters. */
  readonly canMove: boolean;
  readonly onChoose: (item: OutlineItem) => void;
  readonly onMove: (move: OutlineMove) => void;
  readonly onRename: (item: OutlineItem, title: string) => void;
  readonly onRemove: (item: OutlineItem) => void;
  /** Makes a chapter in an act. */
  readonly onMake: (actId: string) => void;
  /** Row whose name is written as it appears; null for none. */
  readonly renaming: string | null;
  readonly onRenaming: (id: string | null) => void;
  /** Said below the rows: why something was not done. */
  readonly problem: ReactNode;
}

/** The acts, chapters and passages of a book as a tree. The active row is what is open; rows go with Alt and the arrows, or are dragged. */
export function OutlineTree(props: OutlineTreeProps) {
  const { items, chosen, canMove, onChoose, onMove, onRename, onRemove, renaming, onRenaming } = props;
  const isMac = useIsMac();
  const change = reasonOf(useCan()("change"));
  const box = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<string | null>(null);
  const rows = treeRows<OutlineItem>(
    items,
    (item) => item.items,
    ({ id }) => !folded.has(id),
  );
  const active = at !== null && rows.some(({ item }) => item.id === at) ? at : chosen;
  const drag = useRowDrag<ItemRow<OutlineItem>>({
    rows,
    onStart: ({ item }) => (change === null && canMove ? item.name : null),
    goalOf: (dragged, over) => {
      if (dragged === null || change !== null) return null;
      const move = moveOnto(dragged.item, over?.item ?? null, items);
      return move === null ? null : (over?.item.id ?? "");
    },
    onDrop: (dragged, over) => {
      const move = dragged === null ? null : moveOnto(dragged.item, over?.item ?? null, items);
      if (move !== null) onMove(move);
    },
  });
  const step = (item: OutlineItem, way: OutlineStep) => {
    const move = canMove && change === null ? moveBy(items, item.id, way) : null;
    if (move !== null) onMove(move);
  };
  const rename = (item: OutlineItem, title: string | null) => {
    onRenaming(null);
    box.current?.focus();
    if (title !== null) onRename(item, title);
  };
  const entriesOf = ({ item }: ItemRow<OutlineItem>): readonly MenuEntry[] => [
    ...(item.kind === "act"
      ? [{ title: "New chapter", onSelect: () => props.onMake(item.id), disabledReason: change }]
      : []),
    ...(item.kind === "passage"
      ? []
      : [{ title: "Rename", keys: "F2", onSelect: () => onRenaming(item.id), disabledReason: change }]),
    ...Object.entries(STEPS).flatMap(([keys, way]): MenuEntry[] => {
      if (!canMove || moveBy(items, item.id, way) === null) return [];
      const shown = showKeys(keys.toLowerCase(), isMac);
      return [{ title: STEP_WORDS[way], keys: shown, onSelect: () => step(item, way), disabledReason: change }];
    }),
    "separator",
    {
      title: "Delete",
      keys: "Delete",
      ...(item.kind === "act" && { hint: "Its chapters stay" }),
      onSelect: () => onRemove(item),
      disabledReason: change,
    },
  ];
  return (
    <>
      <Tree
        label="Outline"
        box={box}
        rows={rows}
        at={rows.findIndex(({ item }) => item.id === active)}
        isBranch={({ item }) => item.items.length > 0}
        keyOf={({ item }) => item.id}
        nameOf={({ item }) => item.name}
        onGo={(index, how) => {
          const item = rows[index]?.item;
          if (item === undefined) return;
          setAt(item.id);
          if (how !== "go") onChoose(item);
          box.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: "nearest" });
        }}
        onToggle={(toggled, isOpen) =>
          setFolded(
            withKeys(
              folded,
              toggled.map(({ item }) => item.id),
              !isOpen,
            ),
          )
        }
        onKey={(key, row) => {
          const way = STEPS[key];
          if (row === undefined || (way === undefined && key !== "F2" && key !== "Delete")) return false;
          if (change !== null) return true;
          if (way !== undefined) step(row.item, way);
          else if (key === "Delete") onRemove(row.item);
          else if (row.item.kind !== "passage") onRenaming(row.item.id);
          return true;
        }}
        onOpen={({ item }) => item.kind !== "passage" && change === null && onRenaming(item.id)}
        onMenu={entriesOf}
        drag={drag}
      >
        {({ item }, position) => {
          const isRenamed = renaming === item.id;
          const Icon = item.kind === "passage" && item.passage.isNote ? StickyNote : ICONS[item.kind];
          return (
            <TreeItem
              {...position}
              isSelected={item.id === chosen}
              isDraggable={canMove && change === null && !isRenamed}
              label={labelOf(item)}
              className="min-h-8"
            >
              <Icon aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
              {/* Numbers are in the name of the row with their words, so they are drawn and not written. */}
              {item.kind === "chapter" && item.chapter.number !== null && (
                <span
                  data-number={item.chapter.number}
                  className="numerals shrink-0 text-ink-3 before:content-[attr(data-number)]"
                />
              )}
              <TreeName
                name={item.name}
                field={
                  isRenamed
                    ? {
                        label: item.kind === "act" ? "Title of the act" : "Title of the chapter",
                        maxLength: 200,
                        onDone: (title) => rename(item, title),
                      }
                    : null
                }
              />
              {item.kind !== "passage" && (
                <span
                  data-number={NUMBERS.format(item.kind === "act" ? item.act.words : item.chapter.words)}
                  className="numerals shrink-0 text-11 text-ink-3 before:content-[attr(data-number)]"
                />
              )}
            </TreeItem>
          );
        }}
      </Tree>
      {props.problem}
    </>
  );
}

/** Accessible name of a row: what is seen in it comes first, in its order. */
function labelOf(item: OutlineItem): string {
  if (item.kind === "passage") return item.passage.isNote ? `${item.name}, note` : item.name;
  if (item.kind === "act")
    return `${item.name}, ${counted(item.act.words, "word")}, act, ${counted(item.act.chapters, "chapter")}`;
  const { number, title, status, words } = item.chapter;
  return `${number === null ? "" : `${number} `}${title}, ${counted(words, "word")}, ${STATUS_WORDS[status]}`;
}
