"use client";

import { useMemo } from "react";
import { type Insight, sayTogether, TRENDS, wordOf } from "../../frame/feedback/insight-words.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { subjectWord } from "../../frame/project/subject-words.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { FeedbackPanel } from "./feedback-panel.tsx";
import { GROUPS, type GroupBy, WINDOWS } from "./group-words.ts";

const TONES = { up: "ok", down: "warn", steady: "plain" } as const;

/** Returns what a row is about, in words. */
function titleOf({ group, subject_name: name, subject_type: type }: Insight, by: GroupBy): string {
  if (by === "subject") return name || subjectWord(type ?? "");
  if (by === "subject_type") return subjectWord(group ?? "", 2);
  return group === "builtin" ? "Without a model" : wordOf(group ?? "");
}

/** Definition of the list, by what feedback is grouped by. */
const insights = (by: GroupBy): ListDefinition<Insight> => ({
  name: "Feedback",
  one: "opinion",
  many: "opinions",
  id: ({ group, name, data_type }) => `${group} ${name} ${data_type}`,
  order: null,
  opens: "of",
  filters: [
    {
      key: "by",
      label: "By",
      options: Object.entries(GROUPS).map(([value, label]) => ({ value, label })),
    },
    {
      key: "days",
      label: "In",
      options: Object.entries(WINDOWS).map(([value, label]) => ({ value, label })),
      isShort: true,
    },
  ],
  title: {
    key: "what",
    label: GROUPS[by],
    text: (row) => titleOf(row, by),
    below: ({ subject_type: type }) => (by === "subject" ? subjectWord(type ?? "") : null),
    width: 14,
    grows: 3,
  },
  columns: [
    { key: "name", label: "About", cell: ({ name }) => wordOf(name), width: 7, grows: 1 },
    { key: "together", label: "Together", cell: (row) => sayTogether(row), width: 12, grows: 1 },
    { key: "voices", label: "Voices", cell: ({ n }) => n ?? "", width: 5, align: "end" },
    {
      key: "trend",
      label: "Trend",
      cell: ({ trend }) => trend !== null && <Badge tone={TONES[trend]}>{TRENDS[trend]}</Badge>,
      width: 6,
      yields: 2,
    },
    { key: "last", label: "Last", cell: ({ last_at: at }) => <LocalTime iso={at} />, width: 8, yields: 1 },
  ],
});

/** Screen of what people and players say of the story together, each opinion with what it is about. */
export function FeedbackScreen() {
  return (
    <Shell title={<h1 className="text-13">Feedback</h1>}>
      <FeedbackBody />
    </Shell>
  );
}

const ANY = insights("subject");

function FeedbackBody() {
  const { api, client, project_id, reading } = useReadScope();
  const { view, show } = useListView(ANY);
  const by = view.filters.by as GroupBy;
  const list = useMemo(() => insights(by), [by]);
  const input = { project_id, group_by: by, window: Number(view.filters.days), ...reading };
  const source = useListQuery({
    queryKey: api.feedback.insights.queryKey(input),
    changes: api.feedback.pathKey(),
    ask: (page, signal) => client.feedback.insights.query({ ...input, ...page }, { signal }),
    rowsOf: (page: { total: number; has_more: boolean; insights: Insight[] }) => page.insights,
  });
  return (
    <ListScreen
      list={list}
      source={source}
      view={view}
      show={show}
      panel={(open, row, close) =>
        row === undefined ? null : (
          <FeedbackPanel key={open} insight={row} by={by} title={titleOf(row, by)} onClose={close} />
        )
      }
      empty={
        <EmptyState link={{ href: "/docs/guides/feedback", label: "Feedback" }}>
          No feedback yet. What you, your team and players say of lines, and what you change in proposals, comes
          together here.
        </EmptyState>
      }
    />
  );
}
