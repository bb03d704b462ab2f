"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { counted } from "#domain/counted.ts";
import { useKeptConflicts } from "../../editor/saving/kept-conflicts.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

const SHOWN = 5;
/** Milliseconds between two reads while dialogues are still being checked. */
const CHECKS_MS = 1_000;

/**
 * Lists the work that needs a person: dialogues with errors in any project, items that wait for an answer, and changes
 * in conflict with those of somebody else. Empty where there is none. Webhooks in trouble are shown above the projects.
 */
export function Attention() {
  const api = useApi();
  const { counts } = useQuery(api.inbox.get.queryOptions({}, { staleTime: 0 })).data ?? {};
  const {
    data: wrong,
    error,
    refetch,
  } = useQuery(
    api.problems.dialogues.queryOptions(
      { limit: SHOWN },
      {
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data !== undefined && state.data.unchecked > 0 ? CHECKS_MS : false),
      },
    ),
  );
  const waiting = (counts?.sessions ?? 0) + (counts?.suggestions ?? 0);
  const conflicts = useKeptConflicts().length;
  const dialogues = wrong?.dialogues ?? [];
  const more = (wrong?.total ?? 0) - dialogues.length;
  if (wrong === undefined && error !== null)
    return (
      <ErrorState what="The dialogues with errors" error={error} onRetry={() => void refetch()} className="mt-6" />
    );
  if (waiting === 0 && conflicts === 0 && dialogues.length === 0) return null;
  return (
    <TitledSection title="Needs attention" className="mt-8">
      <ul className="rounded-card border border-line bg-panel text-13">
        {conflicts > 0 && (
          <Item href="/inbox">{counted(conflicts, "change of yours was", "changes of yours were")} not saved</Item>
        )}
        {waiting > 0 && <Item href="/inbox">{counted(waiting, "item waits", "items wait")} for an answer</Item>}
        {dialogues.map(({ graph_id, name, project_id, project_name, errors }) => (
          <Item key={graph_id} href={`/projects/${project_id}/dialogues/${graph_id}?problems=1`}>
            <span>{counted(errors, "error")} in</span>
            <span className="min-w-0 truncate font-medium" dir="auto">
              {name}
            </span>
            <span className="text-12 text-ink-3" dir="auto">
              {project_name}
            </span>
          </Item>
        ))}
        {more > 0 && (
          <li className="px-3.5 py-2 text-ink-3">And errors in {counted(more, "more dialogue", "more dialogues")}.</li>
        )}
      </ul>
    </TitledSection>
  );
}

function Item({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li className="border-line border-b last:border-b-0">
      <PageLink href={href} className="flex min-h-9 flex-wrap items-center gap-x-1.5 px-3.5 py-1.5 hover:text-accent">
        {children}
      </PageLink>
    </li>
  );
}
