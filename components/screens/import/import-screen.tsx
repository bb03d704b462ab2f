"use client";

import { useSearchParams } from "next/navigation";
import { useId, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { takeHandedRows } from "../../editor/import/handed-rows.ts";
import { ImportPanel } from "../../editor/import/import-panel.tsx";
import type { PickedRows } from "../../editor/import/picked-rows.ts";
import {
  faultOfColumns,
  IMPORT_KINDS,
  type ImportKind,
  mappingOf,
  type NamedRows,
  type RowSource,
  readRows,
} from "../../editor/import/row-source.ts";
import { useImport } from "../../editor/import/use-import.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { failureWords } from "../../frame/api/failure.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { ClosedReason } from "../../ui/refusal.tsx";
import { Select } from "../../ui/select.tsx";
import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";
import { ColumnTable } from "./column-table.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { ImportReport } from "./import-report.tsx";
import { MissingPlaces } from "./missing-places.tsx";

/** Id of the import that is shown; null before the first. */
interface ImportView {
  readonly importId: string | null;
}

const ADDRESS: AddressForm<ImportView> = {
  viewOf: (query) => ({ importId: query.get("import") }),
  addressOf: ({ importId }, search) => {
    const query = new URLSearchParams(search);
    if (importId === null) query.delete("import");
    else query.set("import", importId);
    // What was looked for among the rows of another import.
    for (const name of ["q", "became"]) query.delete(name);
    return query.size === 0 ? "" : `?${query}`;
  },
  isStep: () => true,
};

/**
 * Screen that imports whatever is brought: stories with a preview of each; rows of tables and notes with their columns, a preview and
 * the outcome of each row.
 */
export function ImportScreen() {
  return (
    <Shell title={<h1 className="text-13">Import</h1>}>
      <ImportBody />
    </Shell>
  );
}

/** Kind that the address asks for: the screen that led here knows what is missing on it. */
function useAskedKind(): ImportKind | null {
  const asked = useSearchParams().get("type");
  return asked !== null && Object.hasOwn(IMPORT_KINDS, asked) ? (asked as ImportKind) : null;
}

function ImportBody() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const change = reasonOf(useCan()("change"));
  const { view, show } = useAddressView(ADDRESS);
  const asked = useAskedKind();
  const [kind, setKind] = useState<ImportKind>(asked ?? "character");
  const [source, setSource] = useState<RowSource | null>(null);
  const [isTouched, setTouched] = useState(false);
  /** Item of the list above that the rows are of; null for pasted ones. */
  const [itemId, setItemId] = useState<number | null>(null);
  const { error, isBusy, attempt } = useAttempt();
  const chooser = useRef<HTMLButtonElement>(null);
  const isBegun = useRef(false);
  const { many, type, address } = IMPORT_KINDS[kind];

  const read = (rows: () => Promise<NamedRows>, as: ImportKind) =>
    void attempt(async () => {
      setSource(await readRows(await rows(), as));
      setKind(as);
      setTouched(false);
      show({ importId: null });
    });
  const take = (rows: PickedRows, id: number | null) => {
    setItemId(id);
    read(rows.rows, rows.suggested ?? kind);
  };
  const imports = useImport(take);
  // What the columns are depends on the kind; what a person has chosen for them stays.
  const become = (next: ImportKind) => (isTouched || source === null ? setKind(next) : read(async () => source, next));
  const send = (dry_run: boolean) =>
    void attempt(async () => {
      if (source === null) return;
      const { format, content } = source;
      const begun = await client.entities.import.mutate({
        project_id,
        format,
        content,
        mapping: mappingOf(source),
        type,
        dry_run,
      });
      show({ importId: begun.id });
      // What is written is no item any more; those picked with it wait for their turn.
      if (!dry_run && itemId !== null) imports.remove(itemId);
    });
  const undo = (import_id: string, dry_run: boolean) =>
    void attempt(async () => {
      const begun = await client.entities.undoImport.mutate({ project_id, import_id, dry_run });
      show({ importId: begun.id });
    });
  const isNamed = source !== null && !source.columns.some(({ field }) => field === "external_id");
  const fault = source === null ? null : faultOfColumns(source);

  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 overflow-y-auto px-5 py-4">
      {error !== null && (
        <Notice tone="error" title="Something went wrong" announce>
          {failureWords(error)}
        </Notice>
      )}
      <div
        hidden={view.importId !== null}
        className="space-y-4"
        ref={(element) => {
          if (element === null || isBegun.current) return;
          isBegun.current = true;
          const handed = takeHandedRows();
          if (handed !== null) take(handed, null);
        }}
      >
        <ImportPanel
          imports={imports}
          chooser={chooser}
          onRows={take}
          openId={source === null ? null : itemId}
          onClose={null}
        />
        {source === null && imports.items.length === 0 && (
          <PasteRows onRows={(content) => read(async () => ({ name: "Pasted rows", content }), kind)} />
        )}
      </div>
      {view.importId === null && source !== null && (
        <section aria-label={`Columns of ${source.name}`} className="space-y-3">
          <p className="text-13 text-ink-2">
            <span dir="auto" className="font-code text-12 text-ink">
              {source.name}
            </span>{" "}
            has {counted(source.file.rows.length, "row")}. Choose what each column means, then preview every row before
            anything is imported.{" "}
            {isNamed && `Rows with the name of one of your ${many} change it, all others are new. `}
            Columns that share a meaning are put together, such as first and last names.
          </p>
          <Select
            label="What the rows become"
            className="max-w-64"
            value={kind}
            onChange={({ target }) => become(target.value as ImportKind)}
            options={KIND_OPTIONS}
          />
          <ColumnTable
            source={source}
            kind={kind}
            onChange={(columns) => {
              setTouched(true);
              setSource({ ...source, columns });
            }}
          />
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
            <ClosedReason>{fault ?? change}</ClosedReason>
            <Button variant="primary" disabled={isBusy} disabledReason={fault ?? change} onClick={() => send(true)}>
              {isBusy ? "Sending…" : "Preview the import"}
            </Button>
          </div>
        </section>
      )}
      {view.importId === null && source === null && <EarlierImports />}
      {view.importId !== null && (
        <ImportReport key={view.importId} importId={view.importId}>
          {({ id, dry_run, format, status, total, refused, undoes, undone_by, created, updated, deleted }) => (
            <div className="flex flex-wrap gap-2">
              {dry_run && status === "completed" && undoes === null && source !== null && refused > 0 && (
                <div className="basis-full">
                  <MissingPlaces importId={id} onCreated={() => send(true)} />
                </div>
              )}
              {dry_run && status === "completed" && undoes !== null && (
                <>
                  <Button
                    variant="primary"
                    disabled={isBusy}
                    disabledReason={change ?? (deleted + updated === 0 ? NOTHING_TO_UNDO : null)}
                    onClick={() => undo(undoes, false)}
                  >
                    {isBusy ? "Sending…" : "Undo the import"}
                  </Button>
                  <Button onClick={() => show({ importId: undoes })}>Cancel</Button>
                  <ClosedReason isBehind>{change ?? (deleted + updated === 0 ? NOTHING_TO_UNDO : null)}</ClosedReason>
                </>
              )}
              {dry_run && status === "completed" && undoes === null && (
                <>
                  <Button
                    variant="primary"
                    disabled={isBusy}
                    disabledReason={change ?? whyNotSent(source, total === refused)}
                    onClick={() => send(false)}
                  >
                    {isBusy ? "Sending…" : `Import ${counted(total - refused, "row")}`}
                  </Button>
                  <Button onClick={() => show({ importId: null })}>
                    {source === null ? "Choose the file again" : "Change the columns"}
                  </Button>
                  <ClosedReason isBehind>{change ?? whyNotSent(source, total === refused)}</ClosedReason>
                </>
              )}
              {!dry_run && status !== "running" && status !== "waiting" && (
                <>
                  <PageLink href={`/projects/${project_id}/${address}`} className="link self-center text-13">
                    Go to the {many}
                  </PageLink>
                  {format !== "world" && undoes === null && undone_by === null && created + updated > 0 && (
                    <Button disabled={isBusy} disabledReason={change} onClick={() => undo(id, true)}>
                      Undo this import…
                    </Button>
                  )}
                  {undone_by !== null && <Button onClick={() => show({ importId: undone_by })}>View the undo</Button>}
                  <Button
                    onClick={() => {
                      setSource(null);
                      setItemId(null);
                      show({ importId: null });
                    }}
                  >
                    Import another file
                  </Button>
                </>
              )}
            </div>
          )}
        </ImportReport>
      )}
    </div>
  );
}

const NOTHING_TO_UNDO = "Nothing can be undone.";

/** Returns the reason why what was tried out cannot be imported; null where it can. */
function whyNotSent(source: RowSource | null, isAllRefused: boolean): string | null {
  if (source === null) return "Choose the file again: it is not kept here.";
  return isAllRefused ? "Every row has an error." : null;
}

/** Kinds that rows can become, as a person chooses among them. */
const KIND_OPTIONS = (Object.keys(IMPORT_KINDS) as ImportKind[]).map((value) => {
  const { many } = IMPORT_KINDS[value];
  return { value, label: many.charAt(0).toUpperCase() + many.slice(1) };
});

/** Field that takes cells which are pasted. */
function PasteRows({ onRows }: { onRows: (content: string) => void }) {
  const pasted = useId();
  return (
    <div className="max-w-xl text-start">
      <label htmlFor={pasted} className="mb-1 block font-medium text-12 text-ink-2">
        Or paste rows from a spreadsheet, with the names of the columns in the first one
      </label>
      <textarea
        id={pasted}
        rows={3}
        dir="auto"
        className="w-full rounded-control border border-line-strong bg-panel px-2 py-1 font-code text-12 text-ink pointer-coarse:text-16"
        onPaste={(event) => {
          const text = event.clipboardData.getData("text/plain");
          if (text.trim() === "") return;
          event.preventDefault();
          onRows(text);
        }}
      />
    </div>
  );
}
