"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { QUEST_STATE_WORDS } from "../../frame/project/quest-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { More, PlayerPart } from "./player-part.tsx";
import { useGrowing } from "./use-growing.ts";

type Quest = Outputs["players"]["quests"]["quests"][number];

/** Quests of a player: their own, and as they stand in each playthrough, those of the last one first. */
export function PlayerQuests({ playerId }: { playerId: string }) {
  const project_id = useProjectId();
  const { limit, grow } = useGrowing();
  const query = useQuery({
    ...useApi().players.quests.queryOptions({ project_id, player_id: playerId, limit }),
    placeholderData: keepPreviousData,
  });
  return (
    <PlayerPart title="Quests" what="the quests" query={query}>
      {({ quests, has_more }) =>
        quests.length === 0 ? (
          <p className="text-13 text-ink-3">None was offered yet.</p>
        ) : (
          <>
            <ul className="space-y-3 text-13">
              {quests.map((quest) => (
                <QuestOf key={`${quest.run_id} ${quest.quest_id}`} quest={quest} />
              ))}
            </ul>
            <More onMore={has_more ? grow : undefined} isBusy={query.isPlaceholderData} />
          </>
        )
      }
    </PlayerPart>
  );
}

/** Quest with its state, its stage and what was done of it, and the way to the playthrough. */
function QuestOf({ quest }: { quest: Quest }) {
  const project_id = useProjectId();
  const dialogues = useDialogueNames();
  const { quest_id, name, state, stage, objectives, run_id, graph_id, base_seq, status } = quest;
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-2">
        <PageLink href={`/projects/${project_id}/quests/${quest_id}`} className="link min-w-0 break-words">
          <span dir="auto">{name}</span>
        </PageLink>
        {state !== null && <Badge>{QUEST_STATE_WORDS[state]}</Badge>}
      </div>
      {stage !== null && (
        <p dir="auto" className="break-words text-ink-2">
          {stage.name}
        </p>
      )}
      {objectives.length > 0 && (
        <ul aria-label={`What is to be done of “${name}”`} className="text-12">
          {objectives.map(({ id, text, count, done }) => (
            <li key={id} dir="auto" className="flex gap-2">
              <span className="numerals text-ink-2">
                {done}/{count}
              </span>
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-12 text-ink-3">
        {graph_id === null ? (
          "of the player, in no playthrough"
        ) : (
          <>
            in{" "}
            <PageLink
              href={`/projects/${project_id}/dialogues/${graph_id}?run=${run_id}&at=${base_seq}`}
              className="link"
            >
              {dialogues.get(graph_id) ?? (dialogues.isWhole ? "Deleted dialogue" : "…")}
            </PageLink>
            , {status === "open" ? "not finished" : "over"}
          </>
        )}
      </p>
    </li>
  );
}
