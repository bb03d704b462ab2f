"use client";

import type { Outputs } from "../api/client.ts";
import { FoundLink, useIsOpen } from "./found-link.tsx";
import { MarkedText } from "./marked-text.tsx";

type Match = Outputs["dialogues"]["search"]["matches"][number];

/** Dialogues, groups or notes that were found: their words, and in which dialogue they are. */
export function FoundSubjects({ matches }: { matches: readonly Match[] }) {
  return (
    <ul>
      {matches.map((match) => (
        <li key={match.subject_id}>
          {match.subject_type === "dialogue" ? <FoundDialogue match={match} /> : <FoundPart match={match} />}
        </li>
      ))}
    </ul>
  );
}

const NAME = "block truncate font-medium text-13 text-ink";
const PROSE = "break-words font-reading text-13 text-ink-2";
const PLACE = "block truncate text-12 text-ink-3";

/** A dialogue by its name, with its description where that is what was found. */
function FoundDialogue({ match }: { match: Match }) {
  const isOpen = useIsOpen()(match.graph_id);
  const places = [match, ...match.more];
  const name = places.find(({ field }) => field === "name") ?? { excerpt: match.graph_name, ranges: [] };
  const description = places.find(({ field }) => field === "description");
  return (
    <FoundLink place={{ graphId: match.graph_id, subjectId: null }}>
      <span className={NAME}>
        <MarkedText text={name.excerpt} ranges={name.ranges} />
      </span>
      {description !== undefined && (
        <span className={`line-clamp-2 ${PROSE}`}>
          <MarkedText text={description.excerpt} ranges={description.ranges} />
        </span>
      )}
      {isOpen && <span className={PLACE}>open here</span>}
    </FoundLink>
  );
}

/** A group or a note of a dialogue. */
function FoundPart({ match }: { match: Match }) {
  const isOpen = useIsOpen()(match.graph_id);
  return (
    <FoundLink place={{ graphId: match.graph_id, subjectId: match.subject_id }}>
      <span className={match.subject_type === "dialogue_annotation" ? `line-clamp-3 ${PROSE}` : NAME}>
        <MarkedText text={match.excerpt} ranges={match.ranges} />
      </span>
      <span className={PLACE}>
        <bdi>{match.graph_name}</bdi>
        {isOpen && " · open here"}
      </span>
    </FoundLink>
  );
}
