"use client";

import { FileInput, Plus, Search, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type RefObject, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { DropPage } from "../../editor/import/drop-page.tsx";
import { useCommandHandlers } from "../../frame/commands/command-host.tsx";
import { CommandButton } from "../../frame/commands/command-menu.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.ts";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ActionNotice } from "./action-notice.tsx";
import { DialogueTable } from "./dialogue-table.tsx";
import { type ListedDialogue, type ListView, shownDialogues } from "./list-view.ts";
import { useDialogues } from "./use-dialogues.ts";
import { type ListActions, useListActions } from "./use-list-actions.ts";
import { useListView } from "./use-list-view.ts";
import { useSelection } from "./use-selection.ts";

const ImportLate = late<{ open: boolean; onClose: () => void; files?: readonly File[] }>(() =>
  import("../../editor/import/import-dialog.tsx").then((part) => part.ImportDialog),
);

/** More than this is deleted only after its number was typed. */
const MANY = 20;
const NONE: readonly ListedDialogue[] = [];

/** The dialogues of a project. */
export function DialoguesScreen() {
  return (
    <Shell section="dialogues" title={<h1 className="text-13">Dialogues</h1>}>
      <DialoguesBody />
    </Shell>
  );
}

function DialoguesBody() {
  const projectId = useProjectId();
  const router = useRouter();
  const { view, show } = useListView();
  const { dialogues, error, refetch } = useDialogues();
  const actions = useListActions(dialogues ?? NONE);
  const left = (dialogues ?? NONE).filter(({ id }) => !actions.gone.has(id));
  const shown = shownDialogues(left, view);
  const selection = useSelection(shown.map(({ id }) => id));
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [isImporting, setImporting] = useState(false);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const search = useRef<HTMLInputElement>(null);
  const Import = useLate(ImportLate, isImporting);
  const hrefOf = ({ id }: ListedDialogue) => `/projects/${projectId}/dialogues/${id}`;

  useCommandHandlers({
    "list.new": { run: () => void actions.create(), disabled: actions.isBusy ? "One is being made." : null },
    "list.import": () => {
      setDropped([]);
      setImporting(true);
    },
    "list.find": () => search.current?.focus(),
  });

  function remove(ids: readonly string[]) {
    if (ids.length > MANY) setAsked(ids);
    else void actions.remove(ids);
    selection.clear();
  }

  return (
    <div className="flex min-h-0 grow flex-col">
      <Toolbar
        view={view}
        show={show}
        search={search}
        shown={shown.length}
        all={left.length}
        selected={selection.selected.size}
        isRead={dialogues !== undefined}
      />
      <ActionNotice failure={actions.failure} onDismiss={actions.dismissFailure} />
      {dialogues === undefined && error === null && <Reading />}
      {dialogues === undefined && error !== null && (
        <ErrorState
          what="The dialogues"
          error={error}
          onRetry={() => void refetch()}
          back={{ href: "/", label: "Go to your projects" }}
        />
      )}
      {dialogues !== undefined && left.length === 0 && <NoDialogues actions={actions} />}
      {left.length > 0 && shown.length === 0 && (
        <EmptyState action={<Button onClick={() => show({ search: "" })}>Show all dialogues</Button>}>
          No dialogue is called “{view.search}”.
        </EmptyState>
      )}
      {shown.length > 0 && (
        <DialogueTable
          dialogues={shown}
          view={view}
          actions={actions}
          selection={selection}
          hrefOf={hrefOf}
          onOpen={(dialogue) => router.push(hrefOf(dialogue))}
          onSort={(sort, descending) => show({ sort, descending })}
          onDelete={remove}
        />
      )}
      <AlertDialog
        open={asked.length > 0}
        onClose={() => setAsked([])}
        title={`Delete ${asked.length} dialogues?`}
        description={<p>They move to Recently deleted with everything in them, and can be brought back from there.</p>}
        action={`Delete ${asked.length} dialogues`}
        toType={String(asked.length)}
        onAct={() => void actions.remove(asked)}
      />
      <DropPage
        isOn={!isImporting}
        onFiles={(files) => {
          setDropped(files);
          setImporting(true);
        }}
      />
      {Import !== null && <Import open files={dropped} onClose={() => setImporting(false)} />}
    </div>
  );
}

interface ToolbarProps {
  view: ListView;
  show: (change: Partial<ListView>) => void;
  search: RefObject<HTMLInputElement | null>;
  shown: number;
  all: number;
  selected: number;
  isRead: boolean;
}

function Toolbar({ view, show, search, shown, all, selected, isRead }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 print:hidden">
      <label className="relative min-w-0 max-w-72 grow">
        <span className="sr-only">Find a dialogue</span>
        <Search className="pointer-events-none absolute start-2.5 top-1/2 size-3.5 -translate-y-1/2 text-ink-3" />
        <input
          ref={search}
          type="search"
          placeholder="Find a dialogue"
          value={view.search}
          dir="auto"
          onChange={(event) => show({ search: event.target.value })}
          className="min-h-8 w-full rounded-control border border-line-strong bg-panel py-1 ps-8 pe-2 text-13 text-ink placeholder:text-ink-3 hover:border-ink-3 pointer-coarse:text-16"
        />
      </label>
      <p role="status" className="numerals text-12 text-ink-3">
        {isRead && countOf(shown, all, selected)}
      </p>
      <div className="ms-auto flex flex-wrap items-center gap-2">
        {selected > 0 && (
          <CommandButton
            id="list.delete"
            size="sm"
            label={`Delete ${selected}`}
            icon={<Trash2 className="size-3.5" />}
          />
        )}
        <CommandButton id="list.import" size="sm" label="Import" icon={<FileInput className="size-3.5" />} />
        <CommandButton id="list.new" size="sm" variant="primary" icon={<Plus className="size-3.5" />} />
      </div>
    </div>
  );
}

function countOf(shown: number, all: number, selected: number): string {
  const words = counted(all, "dialogue");
  const found = shown === all ? words : `${shown} of ${words}`;
  return selected === 0 ? found : `${found} · ${selected} selected`;
}

function NoDialogues({ actions }: { actions: ListActions }) {
  return (
    <EmptyState
      action={
        <CommandButton id="list.new" variant="primary" icon={<Plus className="size-4" />} label="Write the first one" />
      }
      link={{ href: "/docs/guides/import-and-export", label: "Bring stories from Twine or Arcweave" }}
    >
      {actions.isBusy ? "The first dialogue is being made." : "No dialogue is written here yet."}
    </EmptyState>
  );
}

function Reading() {
  return (
    <div className="px-4">
      <Loading what="the dialogues" />
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((row) => (
        <Skeleton key={row} className="mb-2 h-8" />
      ))}
    </div>
  );
}
