"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useDialogue } from "../dialogue/store/dialogue-context.ts";
import { useProjectId } from "../project/project-provider.tsx";

/** A card that was found, wherever it is. */
export interface FoundCard {
  readonly key: string;
  readonly graphId: string;
  readonly graphName: string;
  readonly nodeId: string | null;
  readonly title: string;
  readonly body: ReactNode;
}

/** What was found, dialogue by dialogue. A card of the open dialogue is shown where it is; another opens its dialogue. */
export function FoundList({ found, openGraphId }: { found: readonly FoundCard[]; openGraphId: string }) {
  const groups = Map.groupBy(found, (each) => each.graphId);
  return (
    <div className="flex flex-col gap-3">
      {[...groups].map(([graphId, cards]) => (
        <div key={graphId}>
          <h3 dir="auto" className="px-2 pb-1 font-medium text-12 text-ink-2">
            {cards[0]?.graphName}
            {graphId === openGraphId && <span className="text-ink-3"> · open here</span>}
          </h3>
          <ul>
            {cards.map((card) => (
              <li key={card.key}>
                <FoundLink card={card} isHere={graphId === openGraphId} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const ROW = "block w-full cursor-pointer rounded-control px-2 py-1.5 text-start hover:bg-hover";

function FoundLink({ card, isHere }: { card: FoundCard; isHere: boolean }) {
  const projectId = useProjectId();
  const { reveal } = useDialogue();
  const content = (
    <>
      <span dir="auto" className="block truncate font-medium text-13 text-ink">
        {card.title}
      </span>
      <span className="block break-words text-13 text-ink-2">{card.body}</span>
    </>
  );
  const { nodeId } = card;
  if (isHere && nodeId !== null) {
    return (
      <button type="button" className={ROW} onClick={() => reveal(nodeId)}>
        {content}
      </button>
    );
  }
  const query = nodeId === null ? "?search=1" : `?card=${nodeId}&search=1`;
  return (
    <Link href={`/projects/${projectId}/dialogues/${card.graphId}${query}`} className={ROW}>
      {content}
    </Link>
  );
}
