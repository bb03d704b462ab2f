"use client";

import { useQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import DATA from "../../frame/resource/data/ideas.json";
import { ResourceScreen } from "../../frame/resource/resource-screen.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

type Idea = Outputs["ideas"]["get"];

const { gap: _, ...created } = DATA.bodies.create.properties;

/**
 * Data of the screen: nobody says by hand for which gap an idea was made, and what an idea becomes is told over the interface, as a
 * promotion that makes nothing could not be taken back.
 */
const IDEAS = {
  ...DATA,
  transitions: DATA.transitions.filter(({ name }) => name !== "promote"),
  bodies: { ...DATA.bodies, create: { ...DATA.bodies.create, properties: created } },
} as unknown as ResourceScreenData;

const GAPS = {
  overdue_promise: "An overdue promise",
  untaken_choice: "A choice nobody takes",
  untold_secret: "A secret nobody tells",
  untold_quest: "A quest nobody tells",
  unused_place: "An unused place",
  silent_character: "A character without lines",
  one_sided_bond: "A one-sided bond",
} as const satisfies Readonly<Record<NonNullable<Idea["gap"]>, string>>;

/** The ideas of a project, from proposals to what became part of the world. */
export function IdeasScreen() {
  return (
    <ResourceScreen<Idea>
      data={IDEAS}
      about="Collect ideas here, or generate some: they start from what your world has and does not use yet."
      options={{ gap: GAPS }}
      details={(idea) => (
        <>
          <Vote key={`vote ${idea.id}`} idea={idea} />
          <Duplicates key={idea.id} ideaId={idea.id} />
        </>
      )}
    />
  );
}

/** The votes of an idea, and the one of whoever looks at it. */
function Vote({ idea: { id: idea_id, votes } }: { idea: Idea }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { attempt, isBusy, problem } = useAttempt();
  const refresh = useRefresh(({ ideas }) => [ideas.pathKey()]);
  const reason = reasonOf(useCan()("change"));
  const cast = (vote: boolean) =>
    attempt(async () => {
      await client.ideas.vote.mutate({ project_id, idea_id, vote });
      await refresh();
    });
  return (
    <TitledSection title="Votes">
      <div className="flex flex-wrap items-center gap-2 text-13">
        <span>{counted(votes, "vote")}</span>
        <Button size="sm" disabled={isBusy} disabledReason={reason} onClick={() => void cast(true)}>
          Vote for it
        </Button>
        {votes > 0 && (
          <Button size="sm" disabled={isBusy} disabledReason={reason} onClick={() => void cast(false)}>
            Take my vote back
          </Button>
        )}
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
