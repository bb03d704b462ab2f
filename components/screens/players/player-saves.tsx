"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { nodeName } from "#domain/dialogue/names.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { More, PlayerPart } from "./player-part.tsx";
import { useGrowing } from "./use-growing.ts";

type Save = Outputs["players"]["saves"]["saves"][number];

/** Saves of a player's playthroughs, the last one first, each a way to where it was made. */
export function PlayerSaves({ playerId }: { playerId: string }) {
  const project_id = useProjectId();
  const { limit, grow } = useGrowing();
  const query = useQuery({
    ...useApi().players.saves.queryOptions({ project_id, player_id: playerId, limit }),
    placeholderData: keepPreviousData,
  });
  return (
    <PlayerPart title="Saves" what="the saves" query={query}>
      {({ saves, has_more }) =>
        saves.length === 0 ? (
          <p className="text-13 text-ink-3">Nothing was saved yet.</p>
        ) : (
          <>
            <ul className="space-y-2 text-13">
              {saves.map((save) => (
                <SaveOf key={save.id} save={save} />
              ))}
            </ul>
            <More onMore={has_more ? grow : undefined} isBusy={query.isPlaceholderData} />
          </>
        )
      }
    </PlayerPart>
  );
}

function SaveOf({ save }: { save: Save }) {
  const project_id = useProjectId();
  const dialogues = useDialogueNames();
  const { run_id, label, step, created_at, graph_id, base_seq, node } = save;
  const dialogue = dialogues.get(node?.graph_id ?? graph_id) ?? (dialogues.isWhole ? "a deleted dialogue" : "…");
  return (
    <li>
      <PageLink
        href={`/projects/${project_id}/dialogues/${graph_id}?run=${run_id}&step=${step}&at=${base_seq}`}
        className="link break-words"
      >
        <span dir="auto">{label}</span>
      </PageLink>
      <span className="block break-words text-12 text-ink-3">
        <LocalTime iso={created_at} />
        {node === null ? " in " : " at "}
        <span dir="auto">{node === null ? dialogue : `“${nodeName(node)}” in ${dialogue}`}</span>
      </span>
    </li>
  );
}
