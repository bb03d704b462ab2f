"use client";

import { useQuery } from "@tanstack/react-query";
import { PageLink } from "../../ui/page-link.tsx";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";

/** Names change seldom. */
const FRESH_MS = 60_000;

/** Link to a card of any dialogue, by the names of both; words alone where the card is gone. */
export function CardLink({ nodeId }: { nodeId: string }) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const { data } = useQuery(
    useApi().dialogues.names.queryOptions({ project_id, ids: nodeId, ...reading }, { staleTime: FRESH_MS }),
  );
  const [card] = data?.names ?? [];
  if (card === undefined) return <span className="text-ink-3">{data === undefined ? "…" : "a card that is gone"}</span>;
  return (
    <PageLink
      href={`/projects/${project_id}/dialogues/${card.graph_id}?card=${nodeId}`}
      className="link min-w-0 break-words"
      dir="auto"
    >
      {`${card.graph_name} › ${card.name}`}
    </PageLink>
  );
}
