"use client";

import { FileInput, Plus, Replace } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { freeName } from "#domain/free-name.ts";
import { DropPage } from "../../editor/import/drop-page.tsx";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { failureOf } from "../../frame/api/failure.ts";
import { useCommandHandlers } from "../../frame/commands/command-host.tsx";
import { CommandButton } from "../../frame/commands/command-menu.tsx";
import { useCommands } from "../../frame/commands/use-command.ts";
import type { ExportDialogProps } from "../../frame/export/export-dialog.tsx";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { ShareDialogProps } from "../../frame/sharing/share-dialog.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { deletion } from "../../ui/list/deletion.ts";
import { type ListHandle, useListView } from "../../ui/list/list.tsx";
import { showToast } from "../../ui/toast.ts";
import { DIALOGUES, type ListedDialogue } from "./dialogue-list.tsx";

const ImportLate = late<{ open: boolean; onClose: () => void; files?: readonly File[] }>(() =>
  import("../../editor/import/import-dialog.tsx").then((part) => part.ImportDialog),
);

const ExportLate = late<ExportDialogProps>(() =>
  import("../../frame/export/export-dialog.tsx").then((part) => part.ExportDialog),
);

const ShareLate = late<ShareDialogProps>(() =>
  import("../../frame/sharing/share-dialog.tsx").then((part) => part.ShareDialog),
);

/** The dialogues of a project. */
export function DialoguesScreen() {
  return (
    <Shell section="dialogues" title={<h1 className="text-13">Dialogues</h1>}>
      <DialoguesBody />
    </Shell>
  );
}

/** Every dialogue of the project with its numbers. */
function useDialogues() {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const api = useApi();
  const input = { project_id, stats: true, sort_by: "edited_at", sort_order: "desc", ...reading } as const;
  return useListQuery({
    queryKey: api.dialogues.list.queryKey(input),
    changes: api.dialogues.list.pathKey(),
    ask: (page) => client.dialogues.list.query({ ...input, ...page }),
    rowsOf: ({ dialogues }) => dialogues,
    isWhole: true,
  });
}

function DialoguesBody() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const router = useRouter();
  const usable = useCommands();
  const source = useDialogues();
  const list = useRef<ListHandle<ListedDialogue>>(null);
  const [isBusy, setBusy] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const [shared, setShared] = useState<ListedDialogue | null>(null);
  const Import = useLate(ImportLate, isImporting);
  const [exported, setExported] = useState<readonly ListedDialogue[]>([]);
  const Export = useLate(ExportLate, exported.length > 0);
  const Share = useLate(ShareLate, shared !== null);
  const names = source.rows ?? [];
  const hrefOf = ({ id }: Pick<ListedDialogue, "id">) => `/projects/${project_id}/dialogues/${id}`;
  const none = names.length === 0 ? "There is no dialogue in the list." : null;
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
  const create = () =>
    list.current?.attempt("The dialogue could not be made", async () => {
      setBusy(true);
      try {
        const made = await client.dialogues.create.mutate({ project_id, name: freeName(names, "Untitled dialogue") });
        await source.again();
        router.push(hrefOf(made));
      } finally {
        setBusy(false);
      }
    });
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
    "list.new": { run: () => void create(), disabled: isBusy ? "One is being made." : null },
    "list.duplicate": { run: () => ofActive(duplicate), disabled: none },
    "list.share": { run: () => ofActive(setShared), disabled: none },
    "list.delete": { run: () => list.current?.act(remove), disabled: none },
    "list.export": { run: () => list.current?.act(takeOut), disabled: none },
    "list.import": () => {
      setDropped([]);
      setImporting(true);
    },
  });

  return (
    <>
      <ListScreen
        list={DIALOGUES}
        source={source}
        {...useListView(DIALOGUES)}
        handle={list}
        hrefOf={hrefOf}
        rowActions={() => [
          { title: "Open", ...keysOf("list.open"), run: (dialogue) => router.push(hrefOf(dialogue)) },
          { title: "Duplicate", ...keysOf("list.duplicate"), run: (dialogue) => void duplicate(dialogue) },
          { title: "Share…", ...keysOf("list.share"), run: setShared },
        ]}
        rename={{
          label: "Name of the dialogue",
          save: ({ id }, name) => client.dialogues.update.mutate({ project_id, graph_id: id, name }),
          ...keysOf("list.rename"),
        }}
        bulkActions={[takeOut, remove]}
        actions={
          <>
            <CommandButton id="replace.open" size="sm" label="Replace" icon={<Replace className="size-3.5" />} />
            <CommandButton id="list.import" size="sm" label="Import" icon={<FileInput className="size-3.5" />} />
            <CommandButton id="list.new" size="sm" variant="primary" icon={<Plus className="size-3.5" />} />
          </>
        }
        empty={
          <EmptyState
            action={
              <CommandButton
                id="list.new"
                variant="primary"
                icon={<Plus className="size-4" />}
                label="Write the first one"
              />
            }
            link={{ href: "/docs/guides/import-and-export", label: "Bring stories from other tools" }}
          >
            {isBusy ? "The first dialogue is being made." : "No dialogue is written here yet."}
          </EmptyState>
        }
      />
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
          onPrint={(dialogue) => router.push(`${hrefOf(dialogue)}?print=1`)}
          onClose={() => setExported([])}
        />
      )}
      {Share !== null && shared !== null && (
        <Share
          dialogue={shared}
          onClose={() => setShared(null)}
          onPaths={(share) => router.push(`${hrefOf(shared)}?paths=${share}`)}
        />
      )}
      {Import !== null && <Import open files={dropped} onClose={() => setImporting(false)} />}
    </>
  );
}
