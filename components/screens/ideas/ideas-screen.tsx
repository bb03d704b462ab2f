"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { ResourceBody } from "../../frame/resource/resource-screen.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";
import { GAPS, IDEAS, type Idea } from "./idea-data.ts";
import type { IdeaStepProps } from "./reject-idea.tsx";

const PromoteLate = latePart<IdeaStepProps>(() => import("./promote-idea.tsx").then((part) => part.PromoteIdea));
const RejectLate = latePart<IdeaStepProps>(() => import("./reject-idea.tsx").then((part) => part.RejectIdea));
const BoardLate = latePart<{ onAsk: (idea: Idea, step: "promote" | "reject") => void }>(() =>
  import("./ideas-board.tsx").then((part) => part.IdeasBoard),
);

/** Address of the view: a list, or a board by state. */
const VIEW: AddressForm<{ as: "list" | "board" }> = {
  viewOf: (query) => ({ as: query.get("view") === "board" && !query.has("idea") ? "board" : "list" }),
  addressOf: ({ as }, search) => {
    const query = new URLSearchParams(search);
    query.delete("view");
    if (as === "board") {
      query.delete("idea");
      query.set("view", as);
    }
    return query.size === 0 ? "" : `?${query}`;
  },
};

/** The ideas of a project, from proposals to what became part of the world. */
export function IdeasScreen() {
  const { view, show } = useAddressView(VIEW);
  const [asked, setAsked] = useState<{ readonly idea: Idea; readonly step: "promote" | "reject" } | null>(null);
  const close = () => setAsked(null);
  const Asked = asked?.step === "promote" ? PromoteLate : RejectLate;
  return (
    <Shell title={<h1 className="text-13">Ideas</h1>}>
      <div className="border-line border-b px-5 py-2">
        <SegmentedControl
          label="View"
          value={view.as}
          onChange={(as) => show({ as })}
          options={[
            { value: "list", label: "List" },
            { value: "board", label: "Board" },
          ]}
        />
      </div>
      {view.as === "board" ? (
        <BoardLate onAsk={(idea, step) => setAsked({ idea, step })} />
      ) : (
        <ResourceBody<Idea>
          data={IDEAS}
          about="Collect ideas here, or generate some: they start from what your world has and does not use yet."
          options={{ gap: GAPS }}
          asks={{
            promote: (idea, steps) => <PromoteLate idea={idea} {...steps} />,
            reject: (idea, steps) => <RejectLate idea={idea} {...steps} />,
          }}
          details={(idea) => (
            <>
              <Vote key={`vote ${idea.id}`} idea={idea} />
              <Duplicates key={idea.id} ideaId={idea.id} />
            </>
          )}
        />
      )}
      {asked !== null && <Asked idea={asked.idea} onClose={close} onDone={close} />}
    </Shell>
  );
}

/** The votes of an idea, and the one of whoever looks at it. */
function Vote({ idea: { id: idea_id, votes, voters } }: { idea: Idea }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { attempt, isBusy, problem } = useAttempt();
  const refresh = useRefresh(({ ideas }) => [ideas.pathKey()]);
  const reason = reasonOf(useCan()("change"));
  const hasVoted = voters.includes(`user:${useSession().userId}`);
  const cast = (vote: boolean) =>
    attempt(async () => {
      await client.ideas.vote.mutate({ project_id, idea_id, vote });
      await refresh();
    });
  return (
    <TitledSection title="Votes">
      <div className="flex flex-wrap items-center gap-2 text-13">
        <span>{counted(votes, "vote")}</span>
        <Button size="sm" disabled={isBusy} disabledReason={reason} onClick={() => void cast(!hasVoted)}>
          {hasVoted ? "Take my vote back" : "Vote for it"}
        </Button>
      </div>
      <AlertLine>{problem}</AlertLine>
    </TitledSection>
  );
}

/** Ideas like one, each with a way to it; nothing where there are none. */
function Duplicates({ ideaId: idea_id }: { ideaId: string }) {
  const project_id = useProjectId();
  const { data } = useQuery(useApi().ideas.duplicates.queryOptions({ project_id, idea_id, ...useMoment().reading }));
  if (data === undefined || data.duplicates.length === 0) return null;
  return (
    <TitledSection title="Much like it">
      <ul className="space-y-1 text-13">
        {data.duplicates.map(({ idea, likeness }) => (
          <li key={idea.id} className="min-w-0 break-words">
            <PageLink href={`/projects/${project_id}/ideas?idea=${idea.id}`} className="link">
              <span dir="auto">{idea.premise}</span>
            </PageLink>
            <span className="text-ink-2"> ({Math.round(likeness * 100)} % alike)</span>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
