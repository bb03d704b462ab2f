"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import type { ProblemCode } from "#domain/problems/problem.ts";
import { ruleName } from "#domain/problems/problem-text.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { byOffset } from "../api/by-offset.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useDialogueNames } from "../project/project-queries.ts";
import { FoundKind, FoundList } from "./found-list.tsx";
import { FoundPages } from "./found-pages.tsx";

const PAGE = 50;

/** Cards with a problem, in all dialogues. */
export function FoundProblems({ code }: { code: string }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { reading } = useMoment();
  const names = useDialogueNames();
  const input = { project_id, code: code as ProblemCode, limit: PAGE, ...reading };
  const answer = useInfiniteQuery({
    queryKey: useApi().problems.list.queryKey(input),
    queryFn: ({ pageParam, signal }) => client.problems.list.query({ ...input, offset: pageParam }, { signal }),
    ...byOffset(PAGE),
  });
  const problems = answer.data?.pages.flatMap((page) => page.problems) ?? [];
  const total = answer.data?.pages[0]?.total ?? 0;
  return (
    <FoundPages answer={answer} count={total === 0 ? "No problem matches." : counted(total, "problem")}>
      {total > 0 && (
        <FoundKind heading="Cards with this problem">
          <FoundList
            found={problems.map((problem) => ({
              key: `${problem.graph_id} ${problem.node_id} ${problem.branch_id} ${problem.cause} ${JSON.stringify(problem.data)}`,
              graphId: problem.graph_id,
              graphName: names.get(problem.graph_id) ?? "Dialogue",
              nodeId: problem.node_id,
              title: ruleName(problem),
              body: problem.message,
            }))}
          />
        </FoundKind>
      )}
    </FoundPages>
  );
}
