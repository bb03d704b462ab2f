"use client";

import { useQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { failureOf } from "../../frame/api/failure.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefreshLinks } from "../../frame/linked/link-changes.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { showToast } from "../../ui/toast.ts";
import type { Link } from "./link-words.ts";

/** Differences that are named. */
const SHOWN = 50;

const WORDS = { added: "New", changed: "Changed", gone: "Gone" } as const;

/** Differences between what a link brought and the other project, and the button that brings its present state. */
export function Drift({ link, name }: { link: Link; name: string }) {
  const project_id = useProjectId();
  const { reading, at } = useMoment();
  const input = { project_id, link_id: link.id, limit: SHOWN, ...reading };
  const { data, error, refetch } = useQuery(useApi().links.drift.queryOptions(input, { retry: false }));
  return (
    <TitledSection title="Compared with now" level={3} heading="mb-2 font-semibold text-13">
      {data === undefined && error !== null && (
        <ErrorState
          what={failureOf(error).code === "not_found" ? `“${name}”` : "The comparison"}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <>
          <Loading what="the comparison" />
          <Skeleton className="h-16" />
        </>
      )}
      {data !== undefined && (
        <>
          <p className="text-13 text-ink-2">
            {data.total === 0 ? "All that the link brings is the same there." : counted(data.total, "difference")}
            {!data.complete && " There is more than can be compared at once, so not everything was."}
          </p>
          {data.drift.length > 0 && (
            <ul className="mt-2 border-line border-t text-13">
              {data.drift.map(({ id, change, label, fields }) => (
                <li key={id} className="flex flex-wrap items-baseline gap-2 border-line border-b py-1.5">
                  <Badge tone={change === "gone" ? "warn" : "plain"}>{WORDS[change]}</Badge>
                  <span className="min-w-0 break-words" dir="auto">
                    {label}
                  </span>
                  {fields.length > 0 && (
                    <span className="min-w-0 break-words text-12 text-ink-3" dir="auto">
                      {fields.map((field) => field.replace(/^properties\./, "")).join(", ")}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {data.total > data.drift.length && (
            <p className="mt-1.5 text-12 text-ink-3">And {data.total - data.drift.length} more.</p>
          )}
          {at === null && (data.total > 0 || link.status !== "ready") && <Repin link={link} seq={data.source_seq} />}
        </>
      )}
    </TitledSection>
  );
}

/** Brings the other project as it was compared. */
function Repin({ link, seq }: { link: Link; seq: number }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshLinks();
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const repin = () =>
    attempt(async () => {
      await client.links.repin.mutate({ project_id, link_id: link.id, seq });
      await refresh();
      showToast({ text: "The present state is being brought. What is gone there stays here." });
    });
  return (
    <div className="mt-3">
      <Button size="sm" disabled={isBusy} disabledReason={reason} onClick={() => void repin()}>
        Bring the present state
      </Button>
      <AlertLine>{problem}</AlertLine>
    </div>
  );
}
