"use client";

import { CircleAlert, CircleCheck, FileText, X } from "lucide-react";
import { type RefObject, useCallback, useId, useRef } from "react";
import { counted } from "#domain/counted.ts";
import type { FileKind } from "#domain/import/files/gather-stories.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { useFileDrop } from "./drop-page.tsx";
import type { ImportChoice } from "./import-choice.ts";
import { replaces } from "./import-graphs.tsx";
import { ImportReport } from "./import-report.tsx";
import type { ImportItem } from "./import-run.ts";
import type { PickedRows } from "./picked-rows.ts";
import { ProjectItem } from "./project-item.tsx";
import { IMPORT_KINDS } from "./row-source.ts";
import type { Imports } from "./use-import.ts";

interface ImportPanelProps {
  imports: Imports;
  /** Files that were dropped before the panel opened. */
  initial?: readonly File[] | undefined;
  /** The button that asks for files. */
  chooser: RefObject<HTMLButtonElement | null>;
  onRows: (rows: PickedRows, id: number) => void;
  /** Item whose rows the page shows. */
  openId?: number | null | undefined;
  /** Closes the dialog that the panel is in; null where it stands on a page. */
  onClose: (() => void) | null;
}

/** Files are tried out as they come; nothing is written before a person has read what would be. */
export function ImportPanel({ imports, initial = [], chooser, onRows, openId, onClose }: ImportPanelProps) {
  const change = useCan()("change");
  const isOver = useFileDrop(true, imports.add);
  const begun = useRef(false);
  const end = useRef<HTMLButtonElement>(null);
  // With nothing left to import the button goes, and the focus would go with it: it moves on in the same render, since a moment later
  // a person may be on a link already.
  const go = useCallback(
    (button: HTMLButtonElement | null) => () => {
      if (button !== null && button === document.activeElement) end.current?.focus();
    },
    [],
  );
  const tried = imports.items.filter((each) => each.state === "tried");
  const done = imports.items.some((each) => each.state === "imported");

  return (
    <div
      className="flex min-h-0 flex-col gap-4"
      ref={(element) => {
        if (element === null || begun.current) return;
        begun.current = true;
        if (initial.length > 0) imports.add(initial);
      }}
    >
      <DropArea isOver={isOver} isSmall={imports.items.length > 0} chooser={chooser} onFiles={imports.add} />
      <p role="status" className="sr-only">
        {whatIsUp(imports)}
      </p>
      <div className="flex flex-col gap-2">
        {imports.items.map((item) => (
          <Item
            key={item.id}
            item={item}
            imports={imports}
            onRows={item.id === openId ? null : onRows}
            onClose={onClose ?? undefined}
          />
        ))}
      </div>
      {(onClose !== null || tried.length > 0) && (
        <div
          className={`flex flex-wrap justify-end gap-2 ${onClose === null ? "" : "sticky -bottom-3 -mx-5 -mb-3 rounded-b-dialog border-line border-t bg-panel px-5 py-3"}`}
        >
          {onClose !== null && (
            <Button ref={end} onClick={onClose}>
              {done && tried.length === 0 ? "Done" : "Cancel"}
            </Button>
          )}
          {(tried.length > 0 || !done) && (
            <Button
              ref={go}
              variant="primary"
              disabledReason={
                !change.allowed
                  ? change.reason
                  : imports.busy
                    ? whatIsUp(imports)
                    : tried.length === 0
                      ? "There is nothing to import yet."
                      : null
              }
              onClick={() => void imports.importAll()}
            >
              {importWords(tried)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns the words of the button, which say where something is replaced. */
function importWords(tried: readonly ImportItem[]): string {
  const isReplacing = tried.some((item) => item.state === "tried" && item.result.graphs.some(replaces));
  const what = tried.length > 1 ? `Import ${stories(tried.length)}` : "Import";
  return isReplacing ? `${what} and replace` : what;
}

/** Returns the state of the files for screen readers. */
function whatIsUp({ items, busy }: Imports): string {
  if (items.length === 0) return "";
  if (items.some(({ state }) => state === "importing")) return "Importing…";
  if (busy) return "Preparing the preview…";
  const of = (...states: readonly ImportItem["state"][]) => items.filter(({ state }) => states.includes(state)).length;
  const said = [
    [of("imported"), stories, "imported"],
    [of("tried"), stories, "ready to import"],
    [of("rows"), (n: number) => counted(n, "table"), "to look through"],
    [of("project"), (n: number) => counted(n, "project"), "to import by itself"],
    [of("refused"), stories, "cannot be imported"],
    [of("unreadable"), (n: number) => counted(n, "file"), "cannot be imported"],
  ] as const;
  return said
    .filter(([n]) => n > 0)
    .map(([n, what, word]) => `${what(n)} ${word}.`)
    .join(" ");
}

/** Returns what rows become, as far as their name tells. */
function rowsBecome({ suggested }: PickedRows): string {
  return suggested === null ? "characters, places, groups or things" : IMPORT_KINDS[suggested].many;
}

/** "1 story", "3 stories": a story can be several files. */
const stories = (count: number): string => counted(count, "story", "stories");

interface DropAreaProps {
  isOver: boolean;
  /** Whether the panel is small because results are shown below it. */
  isSmall: boolean;
  chooser: RefObject<HTMLButtonElement | null>;
  onFiles: (files: readonly File[]) => void;
}

function DropArea({ isOver, isSmall, chooser, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const hint = useId();
  return (
    <div
      className={`flex shrink-0 flex-wrap items-center justify-center gap-3 rounded-card border-2 border-dashed px-6 text-center ${isSmall ? "py-3" : "py-8"} ${isOver ? "border-accent bg-accent-soft" : "border-line-strong"}`}
    >
      <p id={hint} className="basis-full text-13 text-ink-2">
        Drop files, a folder or a zip archive here. Stories: ink, Yarn, Twee or HTML from Twine, JSON from articy,
        Arcweave or Fabula. Characters, places and things: Excel, CSV or JSON tables, or notes in Markdown such as a
        vault of Obsidian. You see a preview before anything is imported.
      </p>
      <Button ref={chooser} aria-describedby={hint} onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <Button onClick={() => folder.current?.click()}>Choose a folder</Button>
      <input
        ref={(element) => {
          folder.current = element;
          // React has no property of this name.
          element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        aria-label="Folder to import"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".ink,.yarn,.yarnproject,.twee,.tw,.html,.txt,.json,.zip,.xlsx,.csv,.tsv,.ndjson,.jsonl,.md"
        aria-label="Files to import"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}

interface ItemProps {
  item: ImportItem;
  imports: Imports;
  /** Takes the rows of the item; null where they are shown already. */
  onRows: ((rows: PickedRows, id: number) => void) | null;
  onClose: (() => void) | undefined;
}

function Item({ item, imports, onRows, onClose }: ItemProps) {
  return (
    <section aria-label={item.name} className="rounded-card border border-line bg-panel p-3">
      <header className="flex items-center gap-2">
        {(item.state === "unreadable" && !item.isBeside) || item.state === "refused" ? (
          <CircleAlert aria-hidden className="size-4 shrink-0 text-error" />
        ) : item.state === "imported" ? (
          <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
        ) : (
          <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />
        )}
        <h3 dir="auto" className="min-w-0 grow truncate font-medium text-13 text-ink">
          {item.name}
        </h3>
        {(item.state === "tried" || item.state === "importing") && (
          <span className="shrink-0 text-12 text-ink-3">
            {item.state === "tried" && item.isStale ? "Updating the preview…" : item.story.kind}
          </span>
        )}
        {item.state === "rows" && <span className="shrink-0 text-12 text-ink-3">{item.rows.what}</span>}
        {item.state !== "importing" && item.state !== "imported" && (
          <IconButton
            size="sm"
            label={`Remove ${item.name}`}
            icon={<X aria-hidden className="size-4" />}
            onClick={() => imports.remove(item.id)}
          />
        )}
      </header>
      {(item.state === "tried" || item.state === "importing") && <StoryFiles kinds={item.story.kinds} />}
      <ItemState
        item={item}
        onChoose={(choice) => imports.choose(item.id, choice)}
        onRetry={() => imports.retry(item.id)}
        onRows={onRows}
        onClose={onClose}
      />
    </section>
  );
}

/** Files listed before the rest is counted. */
const LISTED = 12;

/** Files that form one story, by what they were recognised as; of a single one its name says enough. */
function StoryFiles({ kinds }: { kinds: readonly FileKind[] }) {
  if (kinds.length < 2) return null;
  const more = kinds.length - LISTED;
  return (
    <>
      <p className="mt-1 text-12 text-ink-2">One story of {kinds.length} files:</p>
      <ul aria-label="Files of the story" className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-12 text-ink-2">
        {kinds.slice(0, LISTED).map(({ name, kind }) => (
          <li key={name} className="break-all">
            <bdi>{name}</bdi> <span className="ms-0.5 text-ink-3">{kind}</span>
          </li>
        ))}
        {more > 0 && <li className="text-ink-3">and {more} more</li>}
      </ul>
    </>
  );
}

interface ItemStateProps {
  item: ImportItem;
  onChoose: (choice: ImportChoice) => void;
  onRetry: () => void;
  /** Takes the rows of the item; null where they are shown already. */
  onRows: ((rows: PickedRows, id: number) => void) | null;
  onClose: (() => void) | undefined;
}

function ItemState({ item, onChoose, onRetry, onRows, onClose }: ItemStateProps) {
  const projectId = useProjectId();
  switch (item.state) {
    case "reading":
      return <p className="mt-1 text-13 text-ink-3">Preparing the preview…</p>;
    case "importing":
      return <p className="mt-1 text-13 text-ink-3">Importing…</p>;
    case "rows":
      return (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-13 text-ink-2">
          <p>Each row becomes one of the {rowsBecome(item.rows)}.</p>
          {onRows === null ? (
            <p>The columns are below.</p>
          ) : (
            <Button size="sm" onClick={() => onRows(item.rows, item.id)}>
              Choose the columns
            </Button>
          )}
        </div>
      );
    case "project":
      return <ProjectItem project={item.project} />;
    case "unreadable":
      return <p className={`mt-1 text-13 ${item.isBeside ? "text-ink-2" : "text-on-error-soft"}`}>{item.why}</p>;
    case "refused":
      return (
        <div className="mt-1 break-words text-13 text-on-error-soft">
          {item.why.map((each) => (
            <p key={each}>{each}</p>
          ))}
          {item.again !== null && (
            <Button size="sm" className="mt-2" onClick={onRetry}>
              Try again
            </Button>
          )}
          {item.requestId !== null && (
            <p className="break-all font-code text-12 text-ink-3">Request {item.requestId}</p>
          )}
        </div>
      );
    case "tried":
      return (
        <>
          {item.isOther && (
            <p role="alert" className="mt-1 text-13 text-on-error-soft">
              Not imported yet: a story that was imported before it has a variable or a dialogue of the same name. Check
              the preview below, and press Import again.
            </p>
          )}
          <ImportReport result={item.result} choice={item.choice} onChoose={onChoose} />
        </>
      );
    case "imported":
      return (
        <>
          <ImportReport result={item.result} choice={item.choice} onChoose={null} />
          <ul className="mt-3 flex flex-col gap-1">
            {item.result.graphs
              .filter((graph) => graph.change !== "deleted")
              .map((graph) => (
                <li key={graph.id}>
                  <PageLink
                    dir="auto"
                    className="link text-13"
                    href={`/projects/${projectId}/dialogues/${graph.id}?problems=1`}
                    {...(onClose !== undefined && { onClick: onClose })}
                  >
                    Open {graph.name} and check it
                  </PageLink>
                </li>
              ))}
          </ul>
        </>
      );
  }
}
