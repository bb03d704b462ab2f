"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useMemo } from "react";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useFirstPage } from "../../../frame/project/project-queries.ts";
import { useListed } from "../../../frame/project/use-known.ts";
import type { Npc } from "./npc.ts";
import { StateBadge } from "./state-badge.tsx";

const Voices = createContext<ReadonlyMap<string, Npc>>(new Map());

const itself = (npc: Npc): Npc => npc;

/** Reads which characters have a voice, all at once. */
export function VoicesOfCast({ children }: { children: ReactNode }) {
  const input = useFirstPage();
  const client = useStudioClient();
  const options = useApi().npcs.list.queryOptions(input);
  const npcs = useListed({
    queryKey: options.queryKey,
    answer: useQuery(options).data,
    ask: (offset) => client.npcs.list.query({ ...input, offset }),
    rowsOf: (answer) => answer.npcs,
    itemOf: itself,
  });
  const voices = useMemo(() => new Map([...npcs.values()].map((npc) => [npc.entity_id, npc])), [npcs]);
  return <Voices value={voices}>{children}</Voices>;
}

/** Says the role and the state of a character with a voice; empty for one without. */
export function VoiceMark({ entityId }: { entityId: string }) {
  const npc = use(Voices).get(entityId);
  if (npc === undefined) return null;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StateBadge state={npc.state} />
      <span dir="auto" className="min-w-0 truncate text-13 text-ink-2">
        {npc.role}
      </span>
    </span>
  );
}
