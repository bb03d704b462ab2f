"use client";

import { Folder as FolderIcon, FolderOpen } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { explainFolderName, type Folder, foldersTo, MAX_FOLDER_NAME, parentFolder } from "#domain/folders.ts";
import { searchForm } from "#domain/search-form.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useContextMenu } from "../../ui/context-menu.tsx";
import { WrittenInPlace } from "../../ui/form/in-place.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { type FolderRow, folderRows } from "./folder-rows.ts";

const NUMBERS = new Intl.NumberFormat("en-GB");
/** Letters typed within this time are one name. */
const TYPED_MS = 700;

/** What is done with folders; each is a change of the dialogues in them. */
export interface FolderActions {
  /** Asks for the name of a new folder in this one; empty for the top. */
  make(parent: string): void;
  rename(path: string, name: string): void;
  /** Asks where it goes. */
  move(path: string): void;
  /** Takes it away: what lies in it goes where it lay. */
  remove(path: string): void;
}

/** What is dragged over the folders. */
export interface FolderDrag {
  /** Whether what is dragged can be dropped on a folder; empty for the top. */
  accepts(path: string): boolean;
  drop(path: string): void;
  /** A folder itself begins to be dragged; null when it ends. */
  onFolder(path: string | null): void;
}

interface FolderTreeProps {
  readonly folders: readonly Folder[];
  /** How many dialogues there are in all. */
  readonly total: number;
  /** The folder that is open; empty for all. */
  readonly open: string;
  readonly onOpen: (path: string) => void;
  readonly actions: FolderActions;
  readonly drag: FolderDrag;
}

/**
 * The folders of the dialogues. The tree has the focus and names its row, which is the open folder; arrows, Home, End and the letters of
 * a name go through the rows, F2 renames, Delete takes a folder away. Dialogues and folders are dropped on it.
 */
export function FolderTree({ folders, total, open, onOpen, actions, drag }: FolderTreeProps) {
  const change = reasonOf(useCan()("change"));
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [renaming, setRenaming] = useState<string | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [over, setOver] = useState<string | null>(null);
  const typed = useRef({ text: "", at: 0 });
  // The open folder is seen whatever is folded around it.
  const hidden = new Set(foldersTo(open).slice(0, -1));
  const rows = folderRows(folders, new Set([...folded].filter((path) => !hidden.has(path))));
  // The first row is all dialogues.
  const at = rows.findIndex(({ folder }) => folder.path === open) + 1;
  const row = rows[at - 1];

  function go(index: number): void {
    const goal = Math.min(Math.max(index, 0), rows.length);
    onOpen(goal === 0 ? "" : (rows[goal - 1]?.folder.path ?? ""));
    box.current?.querySelector(`[data-index="${goal}"]`)?.scrollIntoView({ block: "nearest" });
  }
  function fold({ folder }: FolderRow, isFolded: boolean): void {
    const next = new Set(folded);
    if (isFolded) next.add(folder.path);
    else next.delete(folder.path);
    setFolded(next);
    if (isFolded && open.startsWith(`${folder.path}/`)) onOpen(folder.path);
  }
  function find({ key, timeStamp }: KeyboardEvent): void {
    const isNext = timeStamp - typed.current.at > TYPED_MS;
    const text = `${isNext ? "" : typed.current.text}${key}`.trimStart();
    typed.current = { text, at: timeStamp };
    const from = text.length === 1 ? at : at - 1;
    for (let step = 0; step < rows.length && text !== ""; step++) {
      const index = (Math.max(from, 0) + step) % rows.length;
      if (!searchForm(rows[index]?.folder.name ?? "").startsWith(searchForm(text))) continue;
      go(index + 1);
      return;
    }
  }
  /** Does what a key means for the open folder; false where it means nothing. */
  function act(current: FolderRow, key: string): boolean {
    const { path } = current.folder;
    if (key === "ArrowRight") {
      if (current.isUnfolded) go(at + 1);
      else if (current.folder.folders.length > 0) fold(current, false);
    } else if (key === "ArrowLeft") {
      if (current.isUnfolded) fold(current, true);
      else go(current.above + 1);
    } else if (key === "F2") {
      if (change === null) setRenaming(path);
    } else if (key === "Delete") {
      if (change === null) actions.remove(path);
    } else return false;
    return true;
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== box.current || event.nativeEvent.isComposing) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length }[event.key];
    if (goal !== undefined) go(goal);
    else if (row !== undefined && act(row, event.key)) typed.current.text = "";
    else if (/^[\p{L}\p{N} ]$/u.test(event.key)) find(event);
    else return;
    event.preventDefault();
  }

  function rename(path: string, name: string | null): void {
    const why = name === null ? null : explainFolderName(name, parentFolder(path));
    setWrong(why === null ? [] : [why]);
    if (why !== null) return;
    setRenaming(null);
    box.current?.focus();
    if (name !== null) actions.rename(path, name);
  }

  const entriesOf = (path: string): readonly MenuEntry[] => [
    {
      title: path === "" ? "New folder" : "New folder in it",
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
            title: "Take the folder away",
            hint: "Its dialogues go where it lay",
            keys: "Delete",
            onSelect: () => actions.remove(path),
            disabledReason: change,
          },
        ]),
  ];
  const indexOf = (target: EventTarget): number | null => {
    const index = (target as Element).closest<HTMLElement>("[data-index]")?.dataset.index;
    return index === undefined ? null : Number(index);
  };
  const pathAt = (target: EventTarget): string | null => {
    const index = indexOf(target);
    return index === null ? null : index === 0 ? "" : (rows[index - 1]?.folder.path ?? null);
  };
  const menu = useContextMenu((event) => {
    // The menu key asks at the tree, which has the focus, for its row.
    const path = pathAt(event.target) ?? (event.target === box.current ? open : null);
    return path === null ? null : entriesOf(path);
  });
  function onDragOver(event: DragEvent): void {
    const path = pathAt(event.target);
    const goal = path !== null && change === null && drag.accepts(path) ? path : null;
    if (goal !== null) {
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
    }
    setOver(goal);
  }

  return (
    <nav
      aria-label="Folders"
      className="flex min-h-0 w-60 shrink-0 flex-col border-line border-e bg-panel max-md:max-h-48 max-md:w-full max-md:border-e-0 max-md:border-b print:hidden"
    >
      <div
        ref={box}
        role="tree"
        tabIndex={0}
        aria-label="Folders"
        aria-activedescendant={`${id}-${at}`}
        onKeyDown={onKeyDown}
        onContextMenu={menu.open}
        onClick={({ target }) => {
          const index = indexOf(target);
          if (index === null || renaming !== null) return;
          const pressed = rows[index - 1];
          if (pressed !== undefined && (target as Element).closest("[data-toggle]") !== null) {
            fold(pressed, pressed.isUnfolded);
          } else go(index);
          box.current?.focus();
        }}
        onDoubleClick={({ target }) => {
          const path = pathAt(target);
          if (path !== null && path !== "" && change === null) setRenaming(path);
        }}
        onDragStart={(event) => {
          const path = pathAt(event.target);
          if (path === null || path === "") return event.preventDefault();
          event.dataTransfer.setData("text/plain", path);
          event.dataTransfer.effectAllowed = "move";
          drag.onFolder(path);
        }}
        onDragEnd={() => {
          drag.onFolder(null);
          setOver(null);
        }}
        onDragOver={onDragOver}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setOver(null);
        }}
        onDrop={(event) => {
          const path = pathAt(event.target);
          setOver(null);
          if (path === null || change !== null || !drag.accepts(path)) return;
          event.preventDefault();
          drag.drop(path);
        }}
        className="min-h-0 grow select-none overflow-y-auto py-1 -outline-offset-2"
      >
        <Row
          elementId={`${id}-0`}
          index={0}
          name="All dialogues"
          count={total}
          isOpen={at === 0}
          isGoal={over === ""}
          aria={{ level: 1, size: 1, position: 1, expanded: undefined }}
        />
        {rows.map((each, index) => {
          const { folder } = each;
          return (
            <Row
              key={folder.path}
              elementId={`${id}-${index + 1}`}
              index={index + 1}
              name={folder.name}
              count={folder.count}
              isOpen={at === index + 1}
              isGoal={over === folder.path}
              mayMove={change === null && renaming !== folder.path}
              aria={{
                level: each.depth + 1,
                size: each.size,
                position: each.position + 1,
                expanded: folder.folders.length > 0 ? each.isUnfolded : undefined,
              }}
              errors={wrong}
              onRenamed={renaming === folder.path ? (name) => rename(folder.path, name) : null}
            />
          );
        })}
      </div>
      {menu.popup}
    </nav>
  );
}

interface RowProps {
  readonly elementId: string;
  readonly index: number;
  readonly name: string;
  readonly count: number;
  readonly isOpen: boolean;
  readonly isGoal: boolean;
  readonly mayMove?: boolean;
  readonly aria: {
    readonly level: number;
    readonly size: number;
    readonly position: number;
    readonly expanded: boolean | undefined;
  };
  /** Why the name that was written in it cannot be. */
  readonly errors?: readonly string[];
  /** Takes the name that is being written in it; null while none is. */
  readonly onRenamed?: ((name: string | null) => void) | null;
}

function Row({ name, count, isOpen, aria, index, onRenamed = null, ...props }: RowProps) {
  const Icon = isOpen ? FolderOpen : FolderIcon;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and the keys; its row is named by it.
    <div
      id={props.elementId}
      role="treeitem"
      aria-level={aria.level}
      aria-setsize={aria.size}
      aria-posinset={aria.position}
      aria-expanded={aria.expanded}
      aria-selected={isOpen}
      aria-label={`${name}, ${counted(count, "dialogue")}`}
      data-index={index}
      draggable={props.mayMove === true}
      className={`flex min-h-8 cursor-pointer items-center gap-1.5 pe-3 text-13 ${props.isGoal ? "outline-2 outline-accent -outline-offset-2" : ""} ${isOpen ? "bg-accent-soft text-ink forced-colors:outline-2" : "text-ink-2 hover:bg-hover"}`}
      style={{ paddingInlineStart: 4 + Math.min(aria.level - 1, 8) * 14 }}
    >
      <span
        aria-hidden="true"
        data-toggle={aria.expanded !== undefined || undefined}
        className="w-5 shrink-0 text-center text-11 text-ink-3"
      >
        {aria.expanded === undefined ? "" : aria.expanded ? "▾" : "▸"}
      </span>
      {index > 0 && <Icon aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />}
      {onRenamed === null ? (
        <span dir="auto" className="min-w-0 grow truncate">
          {name}
        </span>
      ) : (
        <WrittenInPlace
          label="Name of the folder"
          value={name}
          maxLength={MAX_FOLDER_NAME}
          errors={props.errors}
          className="min-h-6 min-w-0 grow rounded-control border border-accent bg-panel px-1 text-13 text-ink"
          onDone={onRenamed}
        />
      )}
      <span aria-hidden="true" className="numerals shrink-0 text-11 text-ink-3">
        {NUMBERS.format(count)}
      </span>
    </div>
  );
}
