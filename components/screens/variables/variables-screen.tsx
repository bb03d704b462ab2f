"use client";

import { Plus } from "lucide-react";
import { useRef } from "react";
import { counted } from "#domain/counted.ts";
import { useEveryVariable } from "../../frame/project/variable-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { shownVariables } from "./list-view.ts";
import { useListView } from "./use-list-view.ts";
import { VariablePanel } from "./variable-panel.tsx";
import { VariableTable } from "./variable-table.tsx";

/** The variables of a project: what conditions read and effects write. */
export function VariablesScreen() {
  return (
    <Shell section="dialogues" title="Variables">
      <VariablesBody />
    </Shell>
  );
}

function VariablesBody() {
  const { view, show } = useListView();
  const { data, error, refetch } = useEveryVariable();
  const change = useCan()("change");
  const list = useRef<HTMLDivElement>(null);
  const open = view.open === "new" ? null : data?.find(({ id }) => id === view.open);
  const isOpen = view.open === "new" || open !== undefined;
  const shown = data === undefined ? [] : shownVariables(data, view);
  function close(): void {
    show({ open: null });
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("[data-row] button[tabindex='0']")?.focus());
  }
  return (
    <div ref={list} className="flex min-h-0 grow">
      <div className={`flex min-h-0 min-w-0 grow flex-col ${isOpen ? "max-lg:hidden" : ""}`}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
          <h1 className="sr-only">Variables</h1>
          <input
            type="search"
            aria-label="Find a variable"
            placeholder="Find a variable"
            className="min-h-8 w-64 min-w-0 rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink placeholder:text-ink-3 hover:border-ink-3"
            value={view.search}
            dir="auto"
            onChange={(event) => show({ search: event.target.value })}
          />
          <p role="status" className="numerals text-12 text-ink-3">
            {data === undefined ? "" : countOf(shown.length, data.length)}
          </p>
          <Button
            size="sm"
            variant="primary"
            className="ms-auto"
            icon={<Plus aria-hidden="true" size={14} />}
            onClick={() => show({ open: "new" })}
            disabledReason={reasonOf(change)}
          >
            New variable
          </Button>
        </div>
        {data === undefined && error === null && <Reading />}
        {data === undefined && error !== null && (
          <ErrorState
            what="The variables"
            error={error}
            onRetry={() => void refetch()}
            back={{ href: "/", label: "Go to your projects" }}
          />
        )}
        {data !== undefined && data.length === 0 && (
          <EmptyState
            action={
              <Button disabledReason={reasonOf(change)} onClick={() => show({ open: "new" })}>
                New variable
              </Button>
            }
            link={{ href: "/docs/reference/variables", label: "Variables in the API reference" }}
          >
            No variables yet: a variable is what a condition asks and an effect changes.
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && shown.length === 0 && (
          <EmptyState action={<Button onClick={() => show({ search: "" })}>Show all variables</Button>}>
            Nothing is called “{view.search}”.
          </EmptyState>
        )}
        {shown.length > 0 && (
          <VariableTable
            variables={shown}
            view={view}
            onSort={(sort, descending) => show({ sort, descending })}
            onOpen={(id) => show({ open: id })}
          />
        )}
      </div>
      {isOpen && (
        <VariablePanel key={view.open} variable={open ?? null} onClose={close} onOpen={(id) => show({ open: id })} />
      )}
    </div>
  );
}

function countOf(shown: number, all: number): string {
  const words = counted(all, "variable");
  return shown === all ? words : `${shown} of ${words}`;
}

function Reading() {
  return (
    <div className="space-y-2 px-5 pt-8">
      <Loading what="variables" />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-7" />
      ))}
    </div>
  );
}
