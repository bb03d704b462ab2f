"use client";

import { FileInput, FolderPlus, Plus, Replace } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { folderIn, folderName, foldersTo, folderTree, isInFolder, movedPath, parentFolder } from "#domain/folders.ts";
import { freeName } from "#domain/free-name.ts";
import { DropPage } from "../../editor/import/drop-page.tsx";
import { dialoguesRead } from "../../frame/ahead/first-reads.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { failureOf } from "../../frame/api/failure.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { CommandButton } from "../../frame/commands/command-menu.tsx";
import { useCommands } from "../../frame/commands/use-command.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { deletion } from "../../ui/list/deletion.ts";
import { type ListHandle, useListView } from "../../ui/list/list.tsx";
import { showToast } from "../../ui/toast.ts";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { DIALOGUES, type ListedDialogue } from "./dialogue-list.tsx";
import { FolderPath } from "./folder-path.tsx";
import { FolderTree } from "./folder-tree.tsx";
import { MoveToFolder } from "./move-to-folder.tsx";
import { useFolderMoves } from "./use-folder-moves.ts";
import { useWithProblems } from "./use-with-problems.ts";

const ImportLate = late(() => import("../../editor/import/import-dialog.tsx").then((part) => part.ImportDialog));

const ExportLate = late(() => import("../../frame/export/export-dialog.tsx").then((part) => part.ExportDialog));

const ShareLate = late(() => import("../../frame/sharing/share-dialog.tsx").then((part) => part.ShareDialog));

/** Screen that lists the dialogues of a project. */
export function DialoguesScreen() {
  return (
    <Shell title={<h1 className="text-13">Dialogues</h1>}>
      <DialoguesBody />
    </Shell>
  );
}

/** Every dialogue of the project with its numbers. */
function useDialogues() {
  return useListQuery(dialoguesRead(useReadScope()));
}

/**
 * Question of an open window: the folder to which dialogues or a folder move, or the name of a new folder in another
 * one.
 */
type FolderDialog =
  | { readonly kind: "dialogues"; readonly rows: readonly ListedDialogue[] }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "new"; readonly parent: string };

/** Dialogues or folder that are being dragged. */
type Dragged = Exclude<FolderDialog, { kind: "new" }>;

function DialoguesBody() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const openPage = useOpenPage();
  const usable = useCommands();
  const source = useWithProblems(useDialogues());
  const list = useRef<ListHandle<ListedDialogue>>(null);
  const [isImporting, setImporting] = useState(false);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const [shared, setShared] = useState<ListedDialogue | null>(null);
  const Import = useLate(ImportLate, isImporting);
  const [exported, setExported] = useState<readonly ListedDialogue[]>([]);
  const Export = useLate(ExportLate, exported.length > 0);
  const Share = useLate(ShareLate, shared !== null);
  const names = source.rows ?? [];
  const view = useListView(DIALOGUES);
  const open = view.view.filters.folder ?? "";
  const [asked, setAsked] = useState<FolderDialog | null>(null);
  const dragged = useRef<Dragged | null>(null);
  const openFolder = (path: string) => view.show({ filters: path === "" ? {} : { folder: path } });
  const moves = useFolderMoves(source, list, (from, to) => {
    if (open !== "" && isInFolder(open, from)) openFolder(movedPath(open, from, to));
  });
  const folders = folderTree(names, open === "" ? [] : [open]);
  const paths = [...new Set([...names.map(({ folder }) => folder), open].flatMap(foldersTo))].toSorted();
  const hrefOf = ({ id }: Pick<ListedDialogue, "id">) => `/projects/${project_id}/dialogues/${id}`;
  const none = names.length === 0 ? "The list is empty." : null;
  const keysOf = (id: Parameters<typeof usable>[0]) => {
    const { keys, disabledReason } = usable(id);
    return { keys, disabledReason };
  };

  const remove = deletion(DIALOGUES, {
    // What somebody else deleted meanwhile is gone as wished.
    run: ({ id }) =>
      client.dialogues.delete.mutate({ project_id, graph_id: id }).catch((error: unknown) => {
        if (failureOf(error).kind !== "missing") throw error;
      }),
    undo: ({ id }) => client.record.restore.mutate({ project_id, subject_id: id }),
    ...keysOf("list.delete"),
  });
  const takeOut = { title: "Export", opens: setExported, ...keysOf("list.export") };
  const move = {
    title: "Move to folder…",
    opens: (rows: readonly ListedDialogue[]) => setAsked({ kind: "dialogues", rows }),
    ...keysOf("list.move"),
  };
  const creation = useChange(
    useApi().dialogues.create.mutationOptions({
      onSuccess: async (made) => {
        await source.again();
        openPage(hrefOf(made));
      },
    }),
  );
  const create = () =>
    list.current?.attempt("The dialogue could not be created", () =>
      creation.mutateAsync({ project_id, name: freeName(names, "Untitled dialogue"), folder: open }),
    );
  const duplicate = (dialogue: ListedDialogue) =>
    list.current?.attempt("The dialogue could not be duplicated", async () => {
      const name = freeName(names, `${dialogue.name.slice(0, 180)} (copy)`);
      const made = await client.dialogues.duplicate.mutate({ project_id, graph_id: dialogue.id, name });
      await source.again();
      const undo = () =>
        void list.current?.attempt("The copy could not be deleted", async () => {
          await client.dialogues.delete.mutate({ project_id, graph_id: made.id });
          await source.again();
        });
      showToast({ text: `Duplicated as “${made.name}”`, undo });
    });
  const ofActive = (act: (dialogue: ListedDialogue) => unknown) => {
    const active = list.current?.active();
    if (active !== undefined) void act(active);
  };
  useCommandHandlers({
    "list.new": { run: () => void create(), disabled: creation.isPending ? "Creating…" : null },
    "list.duplicate": { run: () => ofActive(duplicate), disabled: none },
    "list.share": { run: () => ofActive(setShared), disabled: none },
    "list.move": { run: () => list.current?.act(move), disabled: none },
    "list.new-folder": () => setAsked({ kind: "new", parent: open }),
    "list.delete": { run: () => list.current?.act(remove), disabled: none },
    "list.export": { run: () => list.current?.act(takeOut), disabled: none },
    "list.import": () => {
      setDropped([]);
      setImporting(true);
    },
  });

  function onDragStart(event: DragEvent): void {
    const id = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
    const chosen = list.current?.selected() ?? [];
    const own = names.filter((row) => row.id === id);
    dragged.current = { kind: "dialogues", rows: chosen.some((row) => row.id === id) ? chosen : own };
    event.dataTransfer.effectAllowed = "copyMove";
  }
  const drag = {
    accepts: (path: string) => {
      const { current } = dragged;
      if (current === null) return false;
      if (current.kind === "dialogues") return current.rows.some(({ folder }) => folder !== path);
      return !isInFolder(path, current.path) && parentFolder(current.path) !== path;
    },
    drop: (path: string) => {
      const { current } = dragged;
      dragged.current = null;
      if (current?.kind === "dialogues") void moves.dialogues(current.rows, path);
      else if (current !== null) void moves.folder(current.path, folderIn(path, folderName(current.path)));
    },
    onFolder: (path: string | null) => {
      dragged.current = path === null ? null : { kind: "folder", path };
    },
  };
  const actions = {
    make: (parent: string) => setAsked({ kind: "new", parent }),
    rename: (path: string, name: string) =>
      void moves.folder(path, folderIn(parentFolder(path), name), `Renamed the folder to “${name}”`),
    move: (path: string) => setAsked({ kind: "folder", path }),
    remove: (path: string) => void moves.folder(path, parentFolder(path), `Removed the folder “${folderName(path)}”`),
  };

  return (
    <div className="flex min-h-0 grow max-md:flex-col">
      {folders.length > 0 && (
        <FolderTree
          folders={folders}
          total={names.length}
          open={open}
          onOpen={openFolder}
          actions={actions}
          drag={drag}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears of rows that are dragged; the menu and M do the same. */}
      <div
        className="flex min-h-0 min-w-0 grow flex-col"
        onDragStart={onDragStart}
        onDragEnd={() => {
          dragged.current = null;
        }}
      >
        <FolderPath path={open} onOpen={openFolder} />
        <ListScreen<ListedDialogue>
          list={DIALOGUES}
          source={source}
          {...view}
          handle={list}
          hrefOf={hrefOf}
          isDraggable={move.disabledReason === null}
          noMatch={
            open !== "" && view.view.search === ""
              ? "This folder is empty. It is kept once you create or move a dialogue here."
              : undefined
          }
          rowActions={() => [
            { title: "Open", ...keysOf("list.open"), run: (dialogue) => openPage(hrefOf(dialogue)) },
            { title: "Duplicate", ...keysOf("list.duplicate"), run: (dialogue) => void duplicate(dialogue) },
            { title: "Share…", ...keysOf("list.share"), run: setShared },
          ]}
          rename={{
            label: "Name of the dialogue",
            save: ({ id }, name) => client.dialogues.update.mutate({ project_id, graph_id: id, name }),
            ...keysOf("list.rename"),
          }}
          bulkActions={[move, takeOut, remove]}
          actions={
            <>
              <CommandButton id="replace.open" size="sm" label="Replace" icon={<Replace className="size-3.5" />} />
              <CommandButton id="list.import" size="sm" label="Import" icon={<FileInput className="size-3.5" />} />
              <CommandButton id="list.new-folder" size="sm" icon={<FolderPlus className="size-3.5" />} />
              <CommandButton id="list.new" size="sm" variant="primary" icon={<Plus className="size-3.5" />} />
            </>
          }
          empty={
            <EmptyState
              action={
                <span className="flex flex-wrap items-center justify-center gap-2">
                  <CommandButton
                    id="list.new"
                    variant="primary"
                    icon={<Plus className="size-4" />}
                    label="Create the first dialogue"
                  />
                  <CommandButton
                    id="list.import"
                    icon={<FileInput className="size-4" />}
                    label="Import stories from other tools"
                  />
                </span>
              }
            >
              {creation.isPending ? "Creating the first dialogue…" : "No dialogues yet."}
            </EmptyState>
          }
        />
      </div>
      {asked !== null && (
        <MoveToFolder
          {...askedOf(asked)}
          folders={paths.filter((path) => asked.kind !== "folder" || !isInFolder(path, asked.path))}
          onChoose={(path) => {
            if (asked.kind === "dialogues") void moves.dialogues(asked.rows, path);
            else if (asked.kind === "new") openFolder(path);
            else void moves.folder(asked.path, folderIn(path, folderName(asked.path)));
          }}
          onClose={() => setAsked(null)}
        />
      )}
      <DropPage
        isOn={!isImporting}
        onFiles={(files) => {
          setDropped(files);
          setImporting(true);
        }}
      />
      {Export !== null && (
        <Export
          dialogues={exported}
          onPrint={(dialogue) => openPage(`${hrefOf(dialogue)}?print=1`)}
          onClose={() => setExported([])}
        />
      )}
      {Share !== null && shared !== null && (
        <Share
          dialogue={shared}
          onClose={() => setShared(null)}
          onPaths={(share) => openPage(`${hrefOf(shared)}?paths=${share}`)}
        />
      )}
      {Import !== null && <Import open files={dropped} onClose={() => setImporting(false)} />}
    </div>
  );
}

/** The words of a window that asks for a folder, and the folder it begins with. */
function askedOf(asked: FolderDialog) {
  if (asked.kind === "new") return { title: "New folder", action: "Create", from: asked.parent, isNew: true };
  if (asked.kind === "folder") {
    return { title: `Move “${folderName(asked.path)}”`, action: "Move it", from: parentFolder(asked.path) };
  }
  const [only] = asked.rows;
  const what =
    asked.rows.length === 1 && only !== undefined ? `“${only.name}”` : counted(asked.rows.length, "dialogue");
  return { title: `Move ${what}`, action: asked.rows.length === 1 ? "Move it" : "Move them", from: only?.folder ?? "" };
}
