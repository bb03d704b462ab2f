"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { failureOf } from "../../frame/api/failure.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

/** Pause between two looks at an export under way, in milliseconds. */
const LOOK_MS = 1_000;

/** File with all data of a player, to take away. */
export function ExportPlayer({ playerId }: { playerId: string }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const queries = useQueryClient();
  const reason = reasonOf(useCan()("manage"));
  const asked = { project_id, player_id: playerId };
  const options = useApi().players.getExport.queryOptions(asked, {
    enabled: reason === null,
    refetchInterval: ({ state }) => (state.data?.status === "running" ? LOOK_MS : false),
    retry: false,
  });
  const { data, error } = useQuery(options);
  const { attempt, isBusy, problem } = useAttempt();
  const begin = async () => queries.setQueryData(options.queryKey, await client.players.export.mutate(asked));
  const isMissing = error === null || failureOf(error).kind === "missing";
  return (
    <TitledSection title="Everything of this player">
      <div className="flex flex-wrap items-center gap-3 text-13">
        <Button
          size="sm"
          disabled={isBusy || data?.status === "running"}
          disabledReason={reason}
          onClick={() => void attempt(begin)}
        >
          {data?.status === "running" ? "Gathering…" : "Make a file"}
        </Button>
        <span role="status">
          {data?.status === "completed" && data.file !== null && data.completed_at !== null && (
            <>
              <a className="link" href={data.file.url} download>
                Download the file
              </a>{" "}
              of <LocalTime iso={data.completed_at} />
            </>
          )}
          {data?.status === "failed" && `The file could not be made. ${data.error ?? ""}`}
          {data?.status === "expired" && "The last file was removed a day after it was made."}
        </span>
      </div>
      <AlertLine>{problem ?? (isMissing ? null : "The last file could not be asked for.")}</AlertLine>
    </TitledSection>
  );
}
