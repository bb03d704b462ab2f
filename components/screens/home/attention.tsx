"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { RecentDialogue } from "./use-home.ts";

/** Whoever comes back from mending something sees it gone. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true } as const;

/** What wants somebody: errors of the dialogues one is at, and what waits for an answer. Nothing where there is nothing. */
export function Attention({ dialogues }: { dialogues: readonly RecentDialogue[] }) {
  const api = useApi();
  const inbox = useQuery(api.inbox.get.queryOptions({}, FRESH));
  const errors = useQueries({
    queries: dialogues.map(({ id: graph_id, projectId: project_id }) =>
      api.problems.list.queryOptions({ project_id, graph_id, severity: "error", limit: 1 }, FRESH),
    ),
  });
  const waiting = inbox.data?.counts.all ?? 0;
  const wrong = dialogues.flatMap((dialogue, at) => {
    const total = errors[at]?.data?.total ?? 0;
    return total === 0 ? [] : [{ ...dialogue, total }];
  });
  if (waiting === 0 && wrong.length === 0) return null;
  return (
    <section aria-labelledby="attention" className="mb-10">
      <h2 id="attention" className="mb-2 font-semibold text-14">
        To look at
      </h2>
      <ul className="rounded-card border border-line bg-panel text-13">
        {waiting > 0 && (
          <li className="border-line border-b last:border-b-0">
            <Link href="/inbox" prefetch={false} className="flex min-h-9 items-center px-3.5 hover:text-accent">
              {counted(waiting, "thing waits", "things wait")} for an answer
            </Link>
          </li>
        )}
        {wrong.map(({ id, name, project, projectId, total }) => (
          <li key={id} className="border-line border-b last:border-b-0">
            <Link
              href={`/projects/${projectId}/dialogues/${id}?problems=1`}
              prefetch={false}
              className="flex min-h-9 flex-wrap items-center gap-x-1.5 px-3.5 hover:text-accent"
            >
              <span>{counted(total, "error")} in</span>
              <span className="min-w-0 truncate font-medium" dir="auto">
                {name}
              </span>
              <span className="text-12 text-ink-3" dir="auto">
                {project}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
