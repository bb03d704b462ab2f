"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { sayValue } from "../../ui/list/property-columns.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { ErrorState } from "../session/error-state.tsx";
import { inAcceptOrder } from "./accept-order.ts";

type LinkChange = Outputs["links"]["getChange"];

/** Changes that are shown at once. */
const SHOWN = 100;

const CHANGES = { added: "New", changed: "Changed", gone: "Gone" } as const;

/** Reads again what a link shows and what it brings. */
export function useRefreshLinks(): () => Promise<void> {
  return useRefresh(({ links, entities, relationships, facts, inbox }) =>
    [links, entities, relationships, facts, inbox].map((each) => each.pathKey()),
  );
}

interface LinkChangesProps {
  projectId: string;
  linkId: string;
  /** Moment that is looked at; the present when absent. */
  reading?: { readonly at_seq?: number } | undefined;
}

/** Changes of a linked project that wait for an answer: each is taken over, or this project stays as it is. */
export function LinkChanges({ projectId, linkId, reading = {} }: LinkChangesProps) {
  const input = { project_id: projectId, link_id: linkId, status: "open", limit: SHOWN, ...reading } as const;
  const { data, error, refetch } = useQuery(useApi().links.listChanges.queryOptions(input));
  const client = useStudioClient();
  const refresh = useRefreshLinks();
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change", projectId));
  if (data === undefined && error !== null) {
    return <ErrorState what="The changes" error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return (
      <>
        <Loading what="the changes" />
        <Skeleton className="h-16" />
      </>
    );
  }
  const { changes, total } = data;
  if (total === 0) return <p className="text-13 text-ink-2">Nothing has changed there that you have not answered.</p>;
  const acceptAll = () =>
    attempt(async () => {
      try {
        for (const { id } of inAcceptOrder(changes)) {
          await client.links.acceptChange.mutate({ project_id: projectId, link_change_id: id });
        }
      } finally {
        await refresh();
      }
    });
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <p className="grow text-13 text-ink-2" aria-live="polite">
          {counted(total, "change waits", "changes wait")}
          {total > changes.length && `, the first ${changes.length} shown`}
        </p>
        {changes.length > 1 && (
          <Button size="sm" disabled={isBusy} disabledReason={reason} onClick={() => void acceptAll()}>
            {isBusy ? "Accepting…" : `Accept ${total > changes.length ? "these" : "all"} ${changes.length}`}
          </Button>
        )}
      </div>
      <AlertLine>{problem}</AlertLine>
      <ul className="border-line border-t">
        {changes.map((change) => (
          <Change key={change.id} change={change} disabledReason={isBusy ? "Accepting…" : reason} />
        ))}
      </ul>
    </>
  );
}

function Change({ change, disabledReason }: { change: LinkChange; disabledReason: string | null }) {
  const { project_id, id: link_change_id, label, fields, change: kind } = change;
  const client = useStudioClient();
  const refresh = useRefreshLinks();
  const { attempt, isBusy, problem } = useAttempt();
  const [answered, setAnswered] = useState(false);
  const place = fields.find(({ name }) => name === "superseded_by");
  const shown = fields.filter(({ name }) => !name.startsWith("superseded_"));
  const answer = (name: "acceptChange" | "rejectChange") =>
    attempt(async () => {
      await client.links[name].mutate({ project_id, link_change_id });
      setAnswered(true);
      await refresh();
    });
  return (
    <li className="border-line border-b py-2.5 text-13">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={kind === "gone" ? "warn" : "plain"}>{CHANGES[kind]}</Badge>
        <span dir="auto" className="min-w-0 break-words font-medium">
          {label}
        </span>
      </p>
      {kind === "gone" && (
        <p className="mt-1 text-ink-2">
          It is not there any more, or not for everyone. Nothing is deleted here: accept to make it your own.
        </p>
      )}
      {place !== undefined && !place.held && (
        <p className="mt-1 text-ink-2">
          {place.there === null ? "There it holds again." : "There another fact has taken its place."}
        </p>
      )}
      {shown.length > 0 && (
        <dl className="mt-1.5 space-y-1">
          {shown.map(({ name, here, there, held }) => (
            <div key={name} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3">
              <dt dir="auto" className="min-w-0 break-words text-ink-3">
                {name.replace(/^properties\./, "")}
              </dt>
              <dd dir="auto" className="min-w-0 break-words">
                {held ? (
                  <>
                    {said(here)} <span className="text-ink-3">(yours stays; there: {said(there)})</span>
                  </>
                ) : (
                  <>
                    <del className="text-ink-3">{said(here)}</del> <ins className="no-underline">{said(there)}</ins>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <AlertLine>{problem}</AlertLine>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={isBusy || answered}
          disabledReason={disabledReason}
          aria-label={`Accept: ${label}`}
          onClick={() => void answer("acceptChange")}
        >
          Accept
        </Button>
        <Button
          size="sm"
          variant="bare"
          disabled={isBusy || answered}
          disabledReason={disabledReason}
          aria-label={`Keep as it is here: ${label}`}
          onClick={() => void answer("rejectChange")}
        >
          Keep as it is here
        </Button>
      </p>
    </li>
  );
}

const said = (value: unknown): string => sayValue(value) || "nothing";
