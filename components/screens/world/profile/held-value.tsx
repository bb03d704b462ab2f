"use client";

import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useRefresh } from "../../../frame/api/use-refresh.ts";
import { Button } from "../../../ui/button.tsx";
import { sayValue } from "../../../ui/list/property-columns.tsx";
import { Problem } from "../entity/problem.tsx";
import { type Entity, useRefreshWorld } from "../entity/use-entity.ts";
import type { Origin } from "../entity/use-origin.ts";

interface HeldValueProps {
  entity: Entity;
  origin: Origin | null;
  property: string;
  disabledReason: string | null;
}

/** The value that the other project has of a property that is this one's own, and the button that takes it. */
export function HeldValue({ entity, origin, property, disabledReason }: HeldValueProps) {
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const refreshLinks = useRefresh(({ links }) => [links.pathKey()]);
  const { attempt, isBusy, problem } = useAttempt();
  const held = origin?.held.find((each) => each.property === property);
  if (origin === null || held === undefined) return null;
  const { project_id, id, source_link_id } = entity;
  const reset = () =>
    attempt(async () => {
      const link_id = source_link_id ?? "";
      await client.links.resetProperty.mutate({ project_id, link_id, source_entity_id: id, property });
      await Promise.all([refresh(), refreshLinks()]);
    });
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
      <span dir="auto" className="min-w-0 break-words">
        In “{origin.project}”: {sayValue(held.there) || "nothing"}
      </span>
      <Button
        size="sm"
        variant="bare"
        disabled={isBusy}
        disabledReason={disabledReason}
        aria-label={`Use the value of “${origin.project}”: ${property}`}
        onClick={() => void reset()}
      >
        Use this
      </Button>
      <Problem problem={problem} />
    </p>
  );
}
