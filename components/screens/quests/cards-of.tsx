"use client";

import { CardLink } from "../../frame/facts/card-link.tsx";
import type { QuestUse } from "../../frame/project/quest-queries.ts";

/** Cards that move a part of a quest, each as a link to the canvas. */
export function CardsOf({ uses }: { uses: readonly QuestUse[] }) {
  return (
    <ul className="space-y-0.5">
      {uses.map(({ node_id, state }) => (
        <li key={`${node_id} ${state}`} className="min-w-0">
          <CardLink nodeId={node_id} />
        </li>
      ))}
    </ul>
  );
}
