"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useCommandHandlers } from "../../frame/commands/command-host.tsx";
import { useCommands } from "../../frame/commands/use-command.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { useContextMenu } from "../../ui/context-menu.tsx";
import { GridPart } from "../../ui/grid-part.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { useMedia } from "../../ui/use-media.ts";
import { COLUMNS, DialogueRow, ROW_HEIGHT, TALL_ROW_HEIGHT } from "./dialogue-row.tsx";
import { type ListedDialogue, type ListView, SORTS, type SortKey } from "./list-view.ts";
import type { ListActions } from "./use-list-actions.ts";
import { useRowCursor } from "./use-row-cursor.ts";
import type { useSelection } from "./use-selection.ts";

const TITLES: Readonly<Record<SortKey, string>> = {
  name: "Name",
  words: "Words",
  cards: "Cards",
  endings: "Endings",
  problems: "Problems",
  edited: "Last edit",
};

interface DialogueTableProps {
  /** In the order of the view. */
  dialogues: readonly ListedDialogue[];
  view: ListView;
  actions: ListActions;
  selection: ReturnType<typeof useSelection>;
  hrefOf: (dialogue: ListedDialogue) => string;
  onOpen: (dialogue: ListedDialogue) => void;
  onSort: (sort: SortKey, descending: boolean) => void;
  onDelete: (ids: readonly string[]) => void;
}

/** The dialogues as rows; only those in view are in the document. */
export function DialogueTable(props: DialogueTableProps) {
  const { dialogues, actions, selection } = props;
  const box = useRef<HTMLDivElement>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const isWide = useMedia("(min-width: 48rem)", true);
  const nameOf = useActorNames();
  const usable = useCommands();
  const ids = dialogues.map(({ id }) => id);
  const rows = useVirtualizer({
    count: dialogues.length,
    getScrollElement: () => box.current,
    estimateSize: () => (isWide ? ROW_HEIGHT : TALL_ROW_HEIGHT),
    overscan: 8,
  });
  const { measure } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are taller on narrow screens, and their heights are kept.
  useEffect(() => measure(), [isWide, measure]);
  const cursor = useRowCursor(ids, box, (at) => rows.scrollToIndex(at));
  const active = dialogues.find(({ id }) => id === cursor.active);
  const acted = selection.selected.size > 0 ? [...selection.selected] : active === undefined ? [] : [active.id];
  const none = active === undefined ? "There is no dialogue in the list." : null;

  useCommandHandlers({
    "list.next": () => cursor.focus(cursor.neighbour(1)),
    "list.previous": () => cursor.focus(cursor.neighbour(-1)),
    "list.open": { run: () => active !== undefined && props.onOpen(active), disabled: none },
    "list.select": { run: () => active !== undefined && selection.toggle(active.id), disabled: none },
    "list.select-all": selection.toggleAll,
    "list.rename": { run: () => setRenaming(cursor.active), disabled: none },
    "list.duplicate": { run: () => void (active !== undefined && actions.duplicate(active)), disabled: none },
    "list.delete": { run: () => props.onDelete(acted), disabled: none },
  });

  const entries = (dialogue: ListedDialogue): readonly MenuEntry[] => {
    const line = (id: Parameters<typeof usable>[0], title: string, onSelect: () => void): MenuEntry => {
      const { keys, disabledReason } = usable(id);
      return { title, keys, disabledReason, onSelect };
    };
    return [
      line("list.open", "Open", () => props.onOpen(dialogue)),
      line("list.rename", "Rename", () => setRenaming(dialogue.id)),
      line("list.duplicate", "Duplicate", () => void actions.duplicate(dialogue)),
      "separator",
      line("list.delete", "Delete", () => props.onDelete([dialogue.id])),
    ];
  };
  const menu = useContextMenu((event) => {
    const id = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
    const dialogue = dialogues.find((each) => each.id === id);
    return dialogue === undefined ? null : entries(dialogue);
  });

  return (
    <GridPart
      part="grid"
      aria-label="Dialogues"
      aria-rowcount={dialogues.length + 1}
      aria-multiselectable="true"
      className="flex min-h-0 grow flex-col"
      onContextMenu={menu.open}
    >
      <Heading {...props} />
      <GridPart
        ref={box}
        part="rowgroup"
        data-command-scope="list"
        data-command-default="true"
        className="min-h-48 grow overflow-y-auto [scrollbar-gutter:stable] print:overflow-visible"
      >
        <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const dialogue = dialogues[row.index];
            if (dialogue === undefined) return null;
            return (
              <div
                key={dialogue.id}
                role="presentation"
                className="absolute inset-x-0 top-0"
                style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              >
                <DialogueRow
                  dialogue={dialogue}
                  name={actions.renamed.get(dialogue.id) ?? dialogue.name}
                  href={props.hrefOf(dialogue)}
                  editor={dialogue.stats === undefined ? "" : nameOf(dialogue.stats.edited_by)}
                  rowIndex={row.index + 2}
                  isActive={dialogue.id === cursor.active}
                  isSelected={selection.selected.has(dialogue.id)}
                  isRenaming={dialogue.id === renaming}
                  entries={entries}
                  onActivate={cursor.activate}
                  onSelect={selection.toggle}
                  onRenamed={(changed, name) => {
                    setRenaming(null);
                    cursor.focus(changed.id);
                    if (name !== null) void actions.rename(changed, name);
                  }}
                />
              </div>
            );
          })}
        </div>
      </GridPart>
      {menu.popup}
    </GridPart>
  );
}

function Heading({ dialogues, view, selection, onSort }: DialogueTableProps) {
  const { selected } = selection;
  return (
    <GridPart
      part="row"
      aria-rowindex={1}
      className={`${COLUMNS} min-h-9 shrink-0 overflow-y-hidden border-line border-y bg-canvas font-medium text-12 text-ink-2 [scrollbar-gutter:stable]`}
    >
      <GridPart part="columnheader" className="flex justify-center">
        <Checkbox
          label="Select all dialogues"
          isLabelHidden
          className="justify-center"
          checked={selected.size > 0 && selected.size === dialogues.length}
          indeterminate={selected.size > 0 && selected.size < dialogues.length}
          onChange={selection.toggleAll}
        />
      </GridPart>
      {SORTS.map((key) => (
        <GridPart
          key={key}
          part="columnheader"
          aria-sort={view.sort !== key ? "none" : view.descending ? "descending" : "ascending"}
          className={key === "name" ? "min-w-0" : `hidden md:flex ${key === "edited" ? "ps-4" : "justify-end"}`}
        >
          <button
            type="button"
            onClick={() => onSort(key, view.sort === key ? !view.descending : key !== "name")}
            className="inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-control px-2 -outline-offset-2 hover:text-ink"
          >
            {TITLES[key]}
            {view.sort === key &&
              (view.descending ? <ArrowDown className="size-3.5" /> : <ArrowUp className="size-3.5" />)}
          </button>
        </GridPart>
      ))}
      <GridPart part="columnheader">
        <span className="sr-only">More</span>
      </GridPart>
    </GridPart>
  );
}
