"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.ts";
import type { Player } from "./player.ts";

/** Erases a player after saying what goes for good, once the player's id was typed. */
export function ErasePlayer({ player }: { player: Player }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const can = useCan();
  const reason = reasonOf(can("manage")) ?? reasonOf(can("change"));
  const [isAsking, setAsking] = useState(false);
  const name = typeof player.external_id === "string" ? player.external_id : "";
  const runs = useQuery(
    api.runs.list.queryOptions({ project_id, player_id: player.id, limit: 1 }, { enabled: isAsking }),
  );
  const erasure = useChange({
    mutationFn: () => client.players.erase.mutate({ project_id, player_id: player.id }),
    onSuccess: async ({ counts }) => {
      setAsking(false);
      await refreshQueries(queries, api.players.pathKey(), api.runs.pathKey());
      const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
      showToast({ text: `Erased “${name}”: ${counted(total, "piece")} of data.` });
    },
  });
  return (
    <>
      <Button variant="danger" size="sm" disabledReason={reason} onClick={() => setAsking(true)}>
        Erase…
      </Button>
      <AlertLine>{erasure.problem}</AlertLine>
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Erase “${name}” for good?`}
        description={
          <>
            Name, preferences, {runs.data === undefined ? "all playthroughs" : counted(runs.data.total, "playthrough")}{" "}
            with their saves, what the player did, and everything kept about them go, in backups too, and nobody can
            bring them back. The story stays as it is. Type the player’s id to go on.
          </>
        }
        action="Erase for good"
        onAct={() => erasure.mutate()}
        toType={name}
      />
    </>
  );
}
