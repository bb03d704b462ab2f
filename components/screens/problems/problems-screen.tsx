"use client";

import type { Severity } from "#domain/problems/problem.ts";
import { ruleName } from "#domain/problems/problem-text.ts";
import { problemsRead } from "../../frame/ahead/first-reads.ts";
import type { Outputs } from "../../frame/api/client.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { DialogueName } from "../../frame/project/dialogue-name.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { Loading } from "../../ui/skeleton.tsx";
import { OF_FILTER } from "./of-filter.ts";
import { SEVERITY } from "./severity.ts";

type ListedProblem = Outputs["problems"]["list"]["problems"][number];

const PROBLEMS: ListDefinition<ListedProblem> = {
  name: "Problems",
  one: "problem",
  many: "problems",
  id: ({ graph_id, code, node_id, branch_id, cause, data }) =>
    `${graph_id} ${code} ${node_id} ${branch_id} ${cause} ${JSON.stringify(data)}`,
  order: null,
  filters: [
    OF_FILTER,
    {
      key: "severity",
      label: "Severity",
      all: "All",
      options: Object.entries(SEVERITY).map(([value, { label }]) => ({ value, label: `${label}s` })),
    },
  ],
  title: { key: "problem", label: "Problem", text: ruleName, width: 12, grows: 1 },
  columns: [
    {
      key: "severity",
      label: "Severity",
      cell: ({ severity }) => <Badge tone={SEVERITY[severity].tone}>{SEVERITY[severity].label}</Badge>,
      width: 6,
    },
    {
      key: "message",
      label: "What it means",
      cell: ({ message }) => <span dir="auto">{message}</span>,
      width: 16,
      grows: 3,
      yields: 2,
    },
    {
      key: "dialogue",
      label: "Dialogue",
      cell: (problem) => <DialogueName id={problem.graph_id} />,
      width: 10,
      grows: 1,
      yields: 1,
    },
  ],
};

const CanonProblemsLate = late(() => import("./canon-problems.tsx").then((part) => part.CanonProblems));

/** Problems of all dialogues of a project, each leading to its card, and the contradictions of its canon. */
export function ProblemsScreen() {
  return (
    <Shell title={<h1 className="text-13">Problems</h1>}>
      <ChosenProblems />
    </Shell>
  );
}

function ChosenProblems() {
  const isCanon = useListView(PROBLEMS).view.filters.of === "canon";
  const CanonProblems = useLate(CanonProblemsLate, isCanon);
  if (!isCanon) return <ProblemsBody />;
  return CanonProblems === null ? <Loading what="contradictions" /> : <CanonProblems />;
}

function ProblemsBody() {
  const project_id = useProjectId();
  const { at } = useMoment();
  const { view, show } = useListView(PROBLEMS);
  const severity = view.filters.severity as Severity | undefined;
  const source = useListQuery(problemsRead(useReadScope(), severity === undefined ? {} : { severity }));
  return (
    <ListScreen
      list={PROBLEMS}
      source={source}
      view={view}
      show={show}
      hrefOf={({ graph_id, node_id }) => {
        const query = new URLSearchParams({
          ...(node_id !== null && { card: node_id }),
          problems: "1",
          ...(at !== null && { at: String(at) }),
        });
        return `/projects/${project_id}/dialogues/${graph_id}?${query}`;
      }}
      empty={<EmptyState>No problems. Cards that break the story or may be mistakes are listed here.</EmptyState>}
    />
  );
}
