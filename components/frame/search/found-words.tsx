"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { KIND_NAMES } from "#domain/dialogue/names.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { byOffset } from "../api/by-offset.ts";
import type { Outputs } from "../api/client.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { FoundKind, FoundList } from "./found-list.tsx";
import { FoundPages } from "./found-pages.tsx";
import { FoundSubjects } from "./found-subjects.tsx";
import { MarkedText } from "./marked-text.tsx";
import { type SearchQuery, searchInput } from "./search-query.ts";

type Answer = Outputs["dialogues"]["search"];
type Match = Answer["matches"][number];

const PAGE = 50;

/** Kinds of matches in order: heading, and noun for counts. */
const KINDS = [
  { type: "dialogue", heading: "Dialogues", noun: "dialogue" },
  { type: "dialogue_group", heading: "Groups", noun: "group" },
  { type: "dialogue_annotation", heading: "Notes", noun: "note" },
  { type: "dialogue_node", heading: "Cards", noun: "card" },
] as const;

/** Dialogues, groups, notes and cards whose words match, and cards whose speaker or logic does. */
export function FoundWords({ query }: { query: SearchQuery }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { reading } = useMoment();
  const input = { project_id, ...searchInput(query), limit: PAGE, ...reading };
  const answer = useInfiniteQuery({
    queryKey: useApi().dialogues.search.queryKey(input),
    queryFn: ({ pageParam, signal }) => client.dialogues.search.query({ ...input, offset: pageParam }, { signal }),
    ...byOffset(PAGE),
    placeholderData: (before) => before,
  });
  const matches = answer.data?.pages.flatMap((page) => page.matches) ?? [];
  return (
    <FoundPages answer={answer} count={countOf(answer.data?.pages[0]?.totals ?? {})}>
      {KINDS.map(({ type, heading }) => {
        const found = matches.filter(({ subject_type }) => subject_type === type);
        return (
          found.length > 0 && (
            <FoundKind key={type} heading={heading}>
              {type === "dialogue_node" ? <FoundNodes matches={found} /> : <FoundSubjects matches={found} />}
            </FoundKind>
          )
        );
      })}
    </FoundPages>
  );
}

/** "1 note, 12 cards". */
function countOf(totals: Answer["totals"]): string {
  const counts = KINDS.flatMap(({ type, noun }) => {
    const count = totals[type] ?? 0;
    return count === 0 ? [] : [counted(count, noun)];
  });
  return counts.join(", ") || "No results.";
}

function FoundNodes({ matches }: { matches: readonly Match[] }) {
  return (
    <FoundList
      found={matches.map((match) => ({
        key: match.subject_id,
        graphId: match.graph_id,
        graphName: match.graph_name,
        nodeId: match.node_id,
        title: titleOf(match),
        body: <Places match={match} />,
      }))}
    />
  );
}

function titleOf({ title, speaker_name, speaker_label, kind }: Match): string {
  return title ?? speaker_label ?? speaker_name ?? KIND_NAMES[kind ?? "line"];
}

/** Excerpts of a card with the searched words; its beginning, where only a filter matched. */
function Places({ match }: { match: Match }) {
  const places = [match, ...match.more].filter((each) => each.excerpt !== "");
  return places.map((place) => (
    <span key={`${place.field}${place.branch_id}`} className="line-clamp-2 block font-reading">
      {place.field === "choice_text" && <span className="text-ink-3">Choice: </span>}
      <MarkedText text={place.excerpt} ranges={place.ranges} />
    </span>
  ));
}
