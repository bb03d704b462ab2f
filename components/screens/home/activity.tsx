"use client";

import { useQueries } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import { sittingWords } from "../../frame/changes/commit-words.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import type { ListedProject } from "./use-home.ts";

/** Number of projects that are read, and of entries shown from all of them together. */
const LOOKED_IN = 3;
const SHOWN = 5;

/**
 * Shows the latest work of people and keys, from the record of the projects changed last. Empty until there is some.
 */
export function Activity({ projects }: { projects: readonly ListedProject[] }) {
  const api = useApi();
  const nameOf = useActorNames();
  const looked = projects.slice(0, LOOKED_IN);
  const answers = useQueries({
    queries: looked.map(({ id: project_id }) => api.record.timeline.queryOptions({ project_id, limit: SHOWN })),
  });
  const sittings = answers
    .flatMap(({ data }, at) => (data?.sittings ?? []).map((sitting) => ({ ...sitting, project: looked[at] })))
    .sort((a, b) => (a.to_at < b.to_at ? 1 : -1))
    .slice(0, SHOWN);
  const failed = answers.find(({ isLoadingError }) => isLoadingError);
  if (sittings.length === 0 && failed !== undefined)
    return <ErrorState what="The latest changes" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (sittings.length === 0) return null;
  return (
    <TitledSection title="Recent activity" heading="mb-1 font-semibold text-14" className="mt-8">
      <ol className="text-12 text-ink-2">
        {sittings.map(({ actor, kinds, to_at, from_seq, project }) => (
          <li key={`${project?.id} ${actor} ${from_seq}`} className="border-line border-b py-2 last:border-b-0">
            <p dir="auto">
              <span className="font-medium text-ink">{nameOf(actor)}</span> {sittingWords(kinds)}
            </p>
            <p className="text-ink-3">
              <PageLink href={`/projects/${project?.id}/history`} className="link" dir="auto">
                {project?.name}
              </PageLink>{" "}
              · <LocalTime iso={to_at} />
            </p>
          </li>
        ))}
      </ol>
    </TitledSection>
  );
}
