"use client";

import { Folder as FolderIcon, FolderOpen } from "lucide-react";
import { useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { explainFolderName, type Folder, foldersTo, MAX_FOLDER_NAME, parentFolder } from "#domain/folders.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { Tree } from "../../ui/tree/tree.tsx";
import { TreeItem } from "../../ui/tree/tree-item.tsx";
import { TreeName } from "../../ui/tree/tree-name.tsx";
import { type ItemRow, treeRows, withKeys } from "../../ui/tree/tree-rows.ts";
import { useRowDrag } from "../../ui/tree/use-row-drag.ts";

const NUMBERS = new Intl.NumberFormat("en-GB");

/** Actions on folders; each is a change of the dialogues in them. */
export interface FolderActions {
  /** Asks for the name of a new folder in this one; empty for the top. */
  make(parent: string): void;
  rename(path: string, name: string): void;
  /** Asks where it goes. */
  move(path: string): void;
  /** Takes it away: what lies in it goes where it lay. */
  remove(path: string): void;
}

/** Drags that end on the folders: of dialogues, or of a folder itself. */
export interface FolderDrag {
  /** Whether what is dragged can be dropped on a folder; empty for the top. */
  accepts(path: string): boolean;
  drop(path: string): void;
  /** A folder itself begins to be dragged; null when it ends. */
  onFolder(path: string | null): void;
}

interface FolderTreeProps {
  readonly folders: readonly Folder[];
  /** Number of dialogues in all folders and outside them. */
  readonly total: number;
  /** The folder that is open; empty for all. */
  readonly open: string;
  readonly onOpen: (path: string) => void;
  readonly actions: FolderActions;
  readonly drag: FolderDrag;
}

/** The folders of the dialogues: the active row is the open folder. Dialogues and folders are dropped on it. */
export function FolderTree({ folders, total, open, onOpen, actions, drag: dragged }: FolderTreeProps) {
  const change = reasonOf(useCan()("change"));
  const box = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [renaming, setRenaming] = useState<string | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  // The open folder is seen whatever is folded around it.
  const hidden = new Set(foldersTo(open).slice(0, -1));
  const all: Folder = { path: "", name: "All dialogues", count: total, folders: [] };
  // Folders stand on the level of the row of all dialogues, and Left goes from them to it.
  const rows: readonly ItemRow<Folder>[] = [
    { item: all, depth: 0, above: -1, position: 0, size: 1, isOpen: false },
    ...treeRows(
      folders,
      (folder) => folder.folders,
      ({ path }) => hidden.has(path) || !folded.has(path),
    ).map((row) => ({ ...row, above: row.above + 1 })),
  ];
  const drag = useRowDrag({
    rows,
    onStart: ({ item: { path } }) => {
      if (path === "") return null;
      dragged.onFolder(path);
      return path;
    },
    onEnd: () => dragged.onFolder(null),
    goalOf: (_, over) => (over !== null && change === null && dragged.accepts(over.item.path) ? over.item.path : null),
    onDrop: (_, over) => dragged.drop(over?.item.path ?? ""),
  });

  function rename(path: string, name: string | null): void {
    const why = name === null ? null : explainFolderName(name, parentFolder(path));
    setWrong(why === null ? [] : [why]);
    if (why !== null) return;
    setRenaming(null);
    box.current?.focus();
    if (name !== null) actions.rename(path, name);
  }
  const entriesOf = ({ item: { path } }: ItemRow<Folder>): readonly MenuEntry[] => [
    {
      title: path === "" ? "New folder" : "New subfolder",
      onSelect: () => actions.make(path),
      disabledReason: change,
    },
    ...(path === ""
      ? []
      : [
          { title: "Rename", keys: "F2", onSelect: () => setRenaming(path), disabledReason: change },
          { title: "Move to folder…", onSelect: () => actions.move(path), disabledReason: change },
          "separator" as const,
          {
            title: "Remove folder",
            hint: "Its dialogues move up one level",
            keys: "Delete",
            onSelect: () => actions.remove(path),
            disabledReason: change,
          },
        ]),
  ];

  return (
    <nav
      aria-label="Folders"
      className="flex min-h-0 w-60 shrink-0 flex-col border-line border-e bg-panel py-1 max-md:max-h-48 max-md:w-full max-md:border-e-0 max-md:border-b print:hidden"
    >
      <Tree
        label="Folders"
        box={box}
        rows={rows}
        at={rows.findIndex(({ item }) => item.path === open)}
        isBranch={({ item }) => item.folders.length > 0}
        keyOf={({ item }) => item.path}
        nameOf={({ item }) => item.name}
        onGo={(index, how) => {
          if (how === "go") return;
          onOpen(rows[index]?.item.path ?? "");
          box.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: "nearest" });
        }}
        onToggle={(toggled, isOpen) => {
          const paths = toggled.map(({ item }) => item.path);
          setFolded(withKeys(folded, paths, !isOpen));
          const outer = toggled.find(({ item }) => !isOpen && open.startsWith(`${item.path}/`));
          if (outer !== undefined) onOpen(outer.item.path);
        }}
        onKey={(key, row) => {
          if (row === undefined || row.item === all || (key !== "F2" && key !== "Delete")) return false;
          if (change === null) (key === "F2" ? setRenaming : actions.remove)(row.item.path);
          return true;
        }}
        onOpen={({ item }) => item !== all && change === null && setRenaming(item.path)}
        onMenu={entriesOf}
        drag={drag}
      >
        {({ item }, position) => {
          const isOpen = item.path === open;
          const Icon = isOpen ? FolderOpen : FolderIcon;
          const isRenamed = renaming === item.path;
          return (
            <TreeItem
              {...position}
              isSelected={isOpen}
              isDraggable={item !== all && change === null && !isRenamed}
              label={`${item.name}, ${counted(item.count, "dialogue")}`}
              className="min-h-8"
            >
              {item !== all && <Icon aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />}
              <TreeName
                name={item.name}
                field={
                  isRenamed
                    ? {
                        label: "Name of the folder",
                        maxLength: MAX_FOLDER_NAME,
                        errors: wrong,
                        onDone: (name) => rename(item.path, name),
                      }
                    : null
                }
              />
              <span aria-hidden="true" className="numerals shrink-0 text-11 text-ink-3">
                {NUMBERS.format(item.count)}
              </span>
            </TreeItem>
          );
        }}
      </Tree>
    </nav>
  );
}
