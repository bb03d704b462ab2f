"use client";

import { useProjectId } from "../../frame/project/project-provider.tsx";
import { type Quest, useQuest, useQuestUses } from "../../frame/project/quest-queries.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { CardsOf } from "./cards-of.tsx";
import { StageBoard } from "./stage-board.tsx";
import { partUses, STATE_MOVES } from "./uses-by-part.ts";

/** One quest: its stages as a board, and the cards that move it. */
export function QuestScreen({ questId }: { questId: string }) {
  const projectId = useProjectId();
  return (
    <Shell
      restores="this quest"
      title={
        <PageLink href={`/projects/${projectId}/quests`} className="link text-13">
          Quests
        </PageLink>
      }
    >
      <QuestBody key={questId} questId={questId} />
    </Shell>
  );
}

function QuestBody({ questId }: { questId: string }) {
  const projectId = useProjectId();
  const { data, error, refetch } = useQuest(questId);
  if (data === undefined) {
    return error === null ? (
      <LoadingRows what="the quest" rows={6} className="h-8" />
    ) : (
      <ErrorState
        what="This quest"
        error={error}
        onRetry={() => void refetch()}
        back={{ href: `/projects/${projectId}/quests`, label: "Go to the quests" }}
      />
    );
  }
  return (
    <div className="flex min-h-0 w-full grow flex-col gap-5 overflow-y-auto px-5 py-4">
      <header className="max-w-3xl">
        <h1 dir="auto" className="break-words font-semibold text-20">
          {data.name}
        </h1>
        {data.summary !== "" && (
          <p dir="auto" className="mt-1 whitespace-pre-line break-words font-reading text-14 text-ink-2">
            {data.summary}
          </p>
        )}
      </header>
      <Moves quest={data} />
      <StageBoard quest={data} />
    </div>
  );
}

/** Cards that offer a quest, let somebody take it up, or end it. */
function Moves({ quest: { id } }: { quest: Quest }) {
  const { data, error, refetch } = useQuestUses(id);
  if (data === undefined) {
    return error === null ? (
      <LoadingRows what="the cards that move it" rows={1} className="h-6" />
    ) : (
      <ErrorState what="The cards that move it" error={error} onRetry={() => void refetch()} />
    );
  }
  const moves = STATE_MOVES.flatMap(({ state, words }) => {
    const nodes = partUses(data.uses, null).filter((use) => use.state === state);
    return nodes.length === 0 ? [] : [{ state, words, nodes }];
  });
  if (moves.length === 0) {
    return (
      <p className="text-13 text-ink-2">
        No card offers it yet. On a card or a choice, add an effect and choose “Change the state of a quest”.
      </p>
    );
  }
  return (
    <dl aria-label="Cards that move it" className="flex flex-wrap gap-x-8 gap-y-3 text-13">
      {moves.map(({ state, words, nodes }) => (
        <div key={state} className="min-w-0">
          <dt className="text-12 text-ink-2">{words}</dt>
          <dd>
            <CardsOf uses={nodes} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
