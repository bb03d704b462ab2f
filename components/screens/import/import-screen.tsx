"use client";

import { useSearchParams } from "next/navigation";
import { useId, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useFileDrop } from "../../editor/import/drop-page.tsx";
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
import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";
import { ColumnTable } from "./column-table.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { ImportReport } from "./import-report.tsx";
import {
  faultOfColumns,
  IMPORT_KINDS,
  type ImportKind,
  mappingOf,
  type NamedRows,
  type RowSource,
  readRows,
  rowsOfFile,
} from "./row-source.ts";

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
 * Screen that imports places, characters, groups or things from a file: its columns, a preview of the result, and the outcome
 * of each row.
 */
export function ImportScreen() {
  const asked = useSearchParams().get("type");
  const kind: ImportKind = asked !== null && Object.hasOwn(IMPORT_KINDS, asked) ? (asked as ImportKind) : "place";
  return (
    <Shell title={<h1 className="text-13">Import {IMPORT_KINDS[kind].many}</h1>}>
      <ImportBody kind={kind} />
    </Shell>
  );
}

function ImportBody({ kind }: { kind: ImportKind }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const change = reasonOf(useCan()("change"));
  const { view, show } = useAddressView(ADDRESS);
  const [source, setSource] = useState<RowSource | null>(null);
  const { error, isBusy, attempt } = useAttempt();
  const { many, type, address } = IMPORT_KINDS[kind];

  const read = (rows: () => Promise<NamedRows>) =>
    void attempt(async () => {
      const { name, content } = await rows();
      setSource(await readRows(name, content, kind));
      show({ importId: null });
    });
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
    });
  const undo = (import_id: string, dry_run: boolean) =>
    void attempt(async () => {
      const begun = await client.entities.undoImport.mutate({ project_id, import_id, dry_run });
      show({ importId: begun.id });
    });
  const isOver = useFileDrop(true, ([file]) => file !== undefined && read(() => rowsOfFile(file)));
  const isNamed = source !== null && !source.columns.some(({ field }) => field === "external_id");
  const fault = source === null ? null : faultOfColumns(source);

  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 overflow-y-auto px-5 py-4">
      {error !== null && (
        <Notice tone="error" title="Something went wrong" announce>
          {failureWords(error)}
        </Notice>
      )}
      {view.importId === null && (
        <ChooseFile isOver={isOver} isSmall={source !== null} isBusy={isBusy} many={many} onRows={read} />
      )}
      {view.importId === null && source !== null && (
        <section aria-label={source.name} className="space-y-3">
          <p className="text-13 text-ink-2">
            <span dir="auto" className="font-code text-12 text-ink">
              {source.name}
            </span>{" "}
            has {counted(source.file.rows.length, "row")}. Choose what each column means, then preview every row before
            anything is imported.{" "}
            {isNamed && `Rows with the name of one of your ${many} change it, all others are new. `}
            Columns that share a meaning are put together, such as first and last names.
          </p>
          <ColumnTable source={source} kind={kind} onChange={(columns) => setSource({ ...source, columns })} />
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
          {({ id, dry_run, status, total, refused, undoes, undone_by, created, updated, deleted }) => (
            <div className="flex flex-wrap gap-2">
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
                  {undoes === null && undone_by === null && created + updated > 0 && (
                    <Button disabled={isBusy} disabledReason={change} onClick={() => undo(id, true)}>
                      Undo this import…
                    </Button>
                  )}
                  {undone_by !== null && <Button onClick={() => show({ importId: undone_by })}>View the undo</Button>}
                  <Button
                    onClick={() => {
                      setSource(null);
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

interface ChooseFileProps {
  isOver: boolean;
  /** Whether the field is drawn small, because the page shows a file below it. */
  isSmall: boolean;
  isBusy: boolean;
  many: string;
  onRows: (rows: () => Promise<NamedRows>) => void;
}

/** Takes rows: a file that is chosen or dropped, or cells that are pasted. */
function ChooseFile({ isOver, isSmall, isBusy, many, onRows }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const pasted = useId();
  return (
    <div
      className={`flex shrink-0 flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed px-6 text-center ${isSmall ? "py-3" : "py-8"} ${isOver ? "border-accent bg-accent-soft" : "border-line-strong"}`}
    >
      <p className="text-13 text-ink-2">
        Drop a table of {many} here, with the names of its columns in the first row. Importing it again updates those
        that are there already.
      </p>
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? "Loading…" : "Choose a file"}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv,.tsv,.txt,.json,.ndjson,.jsonl"
        aria-label="File to import"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onRows(() => rowsOfFile(file));
          target.value = "";
        }}
      />
      {!isSmall && (
        <div className="w-full max-w-xl text-start">
          <label htmlFor={pasted} className="mb-1 block font-medium text-12 text-ink-2">
            Or paste rows from a spreadsheet
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
              onRows(async () => ({ name: "Pasted rows", content: text }));
            }}
          />
        </div>
      )}
    </div>
  );
}
