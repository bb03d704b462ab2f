"use client";

import type { ReactNode } from "react";
import { TitledSection } from "../../ui/titled-section.tsx";
import { FoundLink, useIsOpen } from "./found-link.tsx";

/** A card that was found, wherever it is. */
export interface FoundNode {
  readonly key: string;
  readonly graphId: string;
  readonly graphName: string;
  readonly nodeId: string | null;
  readonly title: string;
  readonly body: ReactNode;
}

/** Cards that were found, dialogue by dialogue. */
export function FoundList({ found }: { found: readonly FoundNode[] }) {
  const isOpen = useIsOpen();
  const groups = Map.groupBy(found, (each) => each.graphId);
  return (
    <div className="flex flex-col gap-3">
      {[...groups].map(([graphId, nodes]) => (
        <div key={graphId}>
          <h4 dir="auto" className="px-2 pb-1 font-medium text-12 text-ink-3">
            {nodes[0]?.graphName}
            {isOpen(graphId) && " · open here"}
          </h4>
          <ul>
            {nodes.map(({ key, nodeId, title, body }) => (
              <li key={key}>
                <FoundLink place={{ graphId, subjectId: nodeId }}>
                  <span dir="auto" className="block truncate font-medium text-13 text-ink">
                    {title}
                  </span>
                  <span className="block break-words text-13 text-ink-2">{body}</span>
                </FoundLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** Matches of one kind, under its name. */
export function FoundKind({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <TitledSection title={heading} level={3} heading="px-2 pb-1 font-semibold text-12 text-ink-2" className="pb-3">
      {children}
    </TitledSection>
  );
}
