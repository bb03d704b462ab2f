"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { KIND_NAMES } from "../dialogue/model/names.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { FoundList } from "./found-list.tsx";
import { FoundPages } from "./found-pages.tsx";
import { MarkedText } from "./marked-text.tsx";
import { type SearchQuery, searchInput } from "./search-query.ts";

type Match = Outputs["dialogues"]["search"]["matches"][number];

const PAGE = 50;

/** Cards whose words, speaker or logic match. */
export function FoundWords({ query, openGraphId }: { query: SearchQuery; openGraphId: string }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { reading } = useMoment();
  const input = { project_id, ...searchInput(query), limit: PAGE, ...reading };
  const answer = useInfiniteQuery({
    queryKey: useApi().dialogues.search.queryKey(input),
    queryFn: ({ pageParam, signal }) => client.dialogues.search.query({ ...input, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.has_more ? pages.length * PAGE : undefined),
    placeholderData: (before) => before,
  });
  const matches = answer.data?.pages.flatMap((page) => page.matches) ?? [];
  return (
    <FoundPages answer={answer} total={answer.data?.pages[0]?.total ?? 0} noun="card">
      <FoundList
        openGraphId={openGraphId}
        found={matches.map((match) => ({
          key: match.node_id,
          graphId: match.graph_id,
          graphName: match.graph_name,
          nodeId: match.node_id,
          title: titleOf(match),
          body: <Places match={match} />,
        }))}
      />
    </FoundPages>
  );
}

function titleOf({ title, speaker_name, speaker_label, kind }: Match): string {
  return title ?? speaker_label ?? speaker_name ?? KIND_NAMES[kind];
}

/** Where in the card the words are; its beginning, where only a filter matched. */
function Places({ match }: { match: Match }) {
  const places = [match, ...match.more].filter((each) => each.excerpt !== "");
  return places.map((place) => (
    <span key={`${place.field}${place.branch_id}`} className="line-clamp-2 block font-reading">
      {place.field === "choice_text" && <span className="text-ink-3">Choice: </span>}
      <MarkedText text={place.excerpt} ranges={place.ranges} />
    </span>
  ));
}
