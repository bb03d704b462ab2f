"use client";

import { useQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { failureWords } from "../../frame/api/failure.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { PageLink } from "../../ui/page-link.tsx";

/** Set-ups that are named above the list. */
const SHOWN = 5;

const REASONS = { reached: "its due point is here", gone: "its due point was deleted" } as const;

/** The promises that ought to be kept by now; nothing where all are, and why where they could not be read. */
export function OverdueSeeds() {
  const project_id = useProjectId();
  const { data, error } = useQuery(
    useApi().seeds.overdue.queryOptions({ project_id, limit: SHOWN, ...useMoment().reading }),
  );
  if (data === undefined && error !== null)
    return (
      <AlertLine className="border-line border-b px-4 py-3 text-13">
        {`Whether set-ups are overdue was not read. ${failureWords(error)}`}
      </AlertLine>
    );
  if (data === undefined || data.total === 0) return null;
  const { overdue, total } = data;
  return (
    <section aria-label="Overdue" className="border-line border-b px-4 py-3 text-13">
      <h2 className="font-medium">{counted(total, "set-up is", "set-ups are")} overdue</h2>
      <ul className="mt-1 space-y-1">
        {overdue.map(({ seed, reason }) => (
          <li key={seed.id} className="min-w-0 break-words">
            <PageLink href={`/projects/${project_id}/seeds?set-up=${seed.id}`} className="link">
              <span dir="auto">{seed.promise}</span>
            </PageLink>
            <span className="text-ink-2">: {REASONS[reason]}</span>
          </li>
        ))}
      </ul>
      {total > overdue.length && <p className="mt-1 text-ink-2">And {total - overdue.length} more.</p>}
    </section>
  );
}
