"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";

/** Says that an earlier moment is looked at, and leads back to now. Nothing while now is looked at. */
export function AsOfFrame() {
  const { at, goTo } = useMoment();
  return at === null ? null : <AsOf at={at} onBack={() => goTo(null)} />;
}

function AsOf({ at, onBack }: { at: number; onBack: () => void }) {
  const project_id = useProjectId();
  const { data } = useQuery({
    ...useApi().record.events.queryOptions({ project_id, after_seq: Math.max(0, at - 1), limit: 1 }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const event = data?.events[0];
  const isBeyond = data !== undefined && event === undefined;
  return (
    <div
      role="status"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-warn border-y-2 bg-warn-soft px-4 py-1 text-13 text-on-warn-soft print:hidden"
    >
      <History className="size-4 shrink-0" />
      {isBeyond ? (
        <p className="numerals">The project’s history does not reach seq {at} yet</p>
      ) : (
        <p className="numerals">
          You are looking at seq {at}
          {event !== undefined && (
            <>
              , <LocalTime iso={event.recorded_at} />
            </>
          )}{" "}
          · read only
        </p>
      )}
      <Button size="sm" className="ms-auto" onClick={onBack}>
        Back to now
      </Button>
    </div>
  );
}
