"use client";

import { type Insight, sayTogether, TRENDS, wordOf } from "../../frame/feedback/insight-words.ts";
import { SignalList } from "../../frame/feedback/signal-list.tsx";
import { ListPanel } from "../../frame/list/list-panel.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { GroupBy } from "./group-words.ts";
import { subjectAddress } from "./subject-address.ts";

/** Filters of the single signals of a group, by what they are grouped by. */
const FILTER = {
  subject: "subject_id",
  subject_type: "subject_type",
  generation_kind: "generation_kind",
  provider: "provider",
  model: "model",
} as const;

interface FeedbackPanelProps {
  insight: Insight;
  by: GroupBy;
  title: string;
  onClose: () => void;
}

/** Panel beside the list: what the signals of one group say together, and each of them. */
export function FeedbackPanel({ insight, by, title, onClose }: FeedbackPanelProps) {
  const project_id = useProjectId();
  const { name, group, n, trend, categories, since, insufficient_data: isTooFew } = insight;
  const href =
    by === "subject"
      ? subjectAddress(project_id, { type: insight.subject_type, id: group, graphId: insight.graph_id })
      : undefined;
  return (
    <ListPanel
      title={title}
      what="the feedback"
      query={{ data: insight, error: null, refetch: () => undefined }}
      onClose={onClose}
    >
      {() => (
        <div className="space-y-4 px-4 py-3">
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-13">
            <dt className="text-ink-2">About</dt>
            <dd>{wordOf(name)}</dd>
            <dt className="text-ink-2">Together</dt>
            <dd>{sayTogether(insight)}</dd>
            {n !== null && (
              <>
                <dt className="text-ink-2">Voices</dt>
                <dd className="numerals">{n}</dd>
              </>
            )}
            {trend !== null && (
              <>
                <dt className="text-ink-2">Trend</dt>
                <dd>{TRENDS[trend]}</dd>
              </>
            )}
          </dl>
          {isTooFew && (
            <p className="text-13 text-ink-2">With fewer than five voices a number would say more than they do.</p>
          )}
          {categories.length > 1 && (
            <ul className="space-y-1 text-13">
              {categories.map(({ value, n: times, share }) => (
                <li key={value} className="flex justify-between gap-2">
                  <span>{wordOf(value)}</span>
                  <span className="numerals text-ink-2">
                    {times} · {Math.round(share * 100)} %
                  </span>
                </li>
              ))}
            </ul>
          )}
          {href !== undefined && (
            <PageLink href={href} className="text-13 text-accent underline">
              Open what it is about
            </PageLink>
          )}
          <section aria-label="One by one">
            <h3 className="mb-1 font-medium text-13">One by one</h3>
            <p className="text-12 text-ink-2">Of the same days, the last first.</p>
            <SignalList
              of={{ name, data_type: insight.data_type, updated_after: since, [FILTER[by]]: group ?? undefined }}
              empty="Nothing is left of it."
            />
          </section>
        </div>
      )}
    </ListPanel>
  );
}
