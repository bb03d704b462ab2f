"use client";

import { Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useEveryProject } from "../../frame/project/use-every-project.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { KeyPanel } from "./key-panel.tsx";
import { useKeys } from "./key-queries.ts";
import { KeyTable } from "./key-table.tsx";
import { useKeysView } from "./keys-view.ts";
import type { NewKeyProps } from "./new-key.tsx";

const NewKeyLate = late<NewKeyProps>(() => import("./new-key.tsx").then((part) => part.NewKey));

const REFERENCE = { href: "/docs/reference/keys", label: "Keys in the API reference" };

/** The keys of the workspace, the one that is open beside them, and the way to a new one. */
export function KeyList() {
  const { view, show } = useKeysView();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useKeys(view.all ? null : "active");
  const keys = data?.pages.flatMap((page) => page.keys) ?? [];
  const { projects } = useEveryProject(true);
  const projectNames = useMemo(() => new Map((projects ?? []).map(({ id, name }) => [id, name])), [projects]);
  const administer = reasonOf(useCan()("administer"));
  const [isMaking, setMaking] = useState(false);
  const NewKey = useLate(NewKeyLate, isMaking);
  const list = useRef<HTMLDivElement>(null);

  function close(): void {
    const row = view.open;
    show({ open: null });
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-key="${row}"] button`)?.focus());
  }

  const make = (
    <Button
      size="sm"
      variant="primary"
      icon={<Plus aria-hidden="true" size={14} />}
      onClick={() => setMaking(true)}
      disabledReason={administer}
    >
      New key
    </Button>
  );
  return (
    <div ref={list} className="flex min-h-0 grow">
      <div
        className={`flex min-h-0 min-w-0 grow flex-col overflow-y-auto ${view.open === null ? "" : "max-lg:hidden"}`}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
          <SegmentedControl
            label="Keys shown"
            value={view.all ? "all" : "working"}
            options={[
              { value: "working", label: "That work" },
              { value: "all", label: "All there were" },
            ]}
            onChange={(value) => show({ all: value === "all" })}
          />
          {make}
        </div>
        {data === undefined && error === null && <LoadingRows what="the keys" rows={4} className="h-11" />}
        {data === undefined && error !== null && (
          <ErrorState what="The keys" error={error} onRetry={() => void refetch()} />
        )}
        {data !== undefined && keys.length === 0 && (
          <EmptyState link={REFERENCE}>
            {view.all
              ? "No key was ever made here."
              : "No key works here. A game or a script needs one to call the API."}
          </EmptyState>
        )}
        {keys.length > 0 && (
          <KeyTable keys={keys} open={view.open} projectNames={projectNames} onOpen={(open) => show({ open })} />
        )}
        {hasNextPage && (
          <Button className="m-5 self-start" onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? "Reading…" : "Show more keys"}
          </Button>
        )}
      </div>
      {view.open !== null && (
        <KeyPanel
          key={view.open}
          id={view.open}
          projectNames={projectNames}
          onClose={close}
          onOpen={(open) => show({ open })}
        />
      )}
      {NewKey !== null && (
        <NewKey
          onClose={(made) => {
            setMaking(false);
            if (made !== null) show({ open: made });
          }}
        />
      )}
    </div>
  );
}
