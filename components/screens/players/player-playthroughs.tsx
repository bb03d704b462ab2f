"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PlayerPart } from "./player-part.tsx";

/** Playthroughs that are listed. */
const SHOWN = 20;

/** The last playthroughs of a player, each a way over the canvas of its dialogue. */
export function PlayerPlaythroughs({ playerId }: { playerId: string }) {
  const { project_id, reading } = useReadScope();
  const asked = { project_id, ...reading, player_id: playerId, sort_order: "desc", limit: SHOWN } as const;
  const query = useQuery(useApi().runs.list.queryOptions(asked));
  const dialogues = useDialogueNames();
  return (
    <PlayerPart title="Played" what="the playthroughs" query={query}>
      {({ runs, total }) =>
        runs.length === 0 ? (
          <p className="text-13 text-ink-3">Nothing yet.</p>
        ) : (
          <ul className="space-y-1 text-13">
            {runs.map(({ id, graph_id, base_seq, status, created_at }) => (
              <li key={id}>
                <PageLink
                  href={`/projects/${project_id}/dialogues/${graph_id}?run=${id}&at=${base_seq}`}
                  className="link"
                >
                  {dialogues.get(graph_id) ?? (dialogues.isWhole ? "Deleted dialogue" : "…")}
                </PageLink>{" "}
                <span className="text-12 text-ink-3">
                  {status === "open" ? "not finished" : "over"}, <LocalTime iso={created_at} />
                </span>
              </li>
            ))}
            {total > runs.length && <li className="text-12 text-ink-3">and {total - runs.length} more</li>}
          </ul>
        )
      }
    </PlayerPart>
  );
}
