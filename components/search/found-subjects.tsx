"use client";

import type { Outputs } from "../api/client.ts";
import { FoundLink, useIsOpen } from "./found-link.tsx";
import { MarkedText } from "./marked-text.tsx";

type Match = Outputs["dialogues"]["search"]["matches"][number];

/** Dialogues, groups or notes that were found: their words, and in which dialogue they are. */
export function FoundSubjects({ matches }: { matches: readonly Match[] }) {
  const isOpen = useIsOpen();
  return (
    <ul>
      {matches.map((match) => {
        const isDialogue = match.subject_type === "dialogue";
        const description = isDialogue
          ? [match, ...match.more].find(({ field }) => field === "description")
          : undefined;
        return (
          <li key={match.subject_id}>
            <FoundLink place={{ graphId: match.graph_id, subjectId: isDialogue ? null : match.subject_id }}>
              <span
                className={
                  match.subject_type === "dialogue_annotation"
                    ? "line-clamp-3 break-words font-reading text-13 text-ink-2"
                    : "block truncate font-medium text-13 text-ink"
                }
              >
                {match.field === "description" ? (
                  <span dir="auto">{match.graph_name}</span>
                ) : (
                  <MarkedText text={match.excerpt} ranges={match.ranges} />
                )}
              </span>
              {description !== undefined && (
                <span className="line-clamp-2 break-words font-reading text-13 text-ink-2">
                  <MarkedText text={description.excerpt} ranges={description.ranges} />
                </span>
              )}
              {(!isDialogue || isOpen(match.graph_id)) && (
                <span className="block truncate text-12 text-ink-3">
                  {!isDialogue && <bdi>{match.graph_name}</bdi>}
                  {!isDialogue && isOpen(match.graph_id) && " · "}
                  {isOpen(match.graph_id) && "open here"}
                </span>
              )}
            </FoundLink>
          </li>
        );
      })}
    </ul>
  );
}
