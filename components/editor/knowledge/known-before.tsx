"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import { FactRow } from "../../frame/facts/fact-row.tsx";
import { learntHow, namedByFacts, throughWords } from "../../frame/facts/fact-words.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { useSubjectNames } from "../../frame/project/project-queries.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { walkRows } from "../../ui/walk-rows.ts";

const PAGE = 30;

interface KnownBeforeProps {
  who: string;
  name: string;
  /** Words that are looked for; empty for all. */
  q: string;
}

/** Facts that somebody knows as the world is written, at the moment that is looked at. */
export function KnownBefore({ who, name, q }: KnownBeforeProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const input = { project_id, entity_id: who, limit: PAGE, ...(q !== "" && { q }), ...reading };
  const query = useInfiniteQuery({
    queryKey: [...useApi().facts.knowledge.queryKey(input), "pages"],
    queryFn: ({ pageParam }) => client.facts.knowledge.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
  });
  const known = query.data?.pages.flatMap((page) => page.knowledge) ?? [];
  const through = known.flatMap((each) => each.through.filter((id) => id !== "everyone"));
  const nameOf = useSubjectNames(
    [...new Set([...namedByFacts(known.map(({ fact }) => fact)).split(" "), ...through])].join(" ").trim(),
  );
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <TitledSection title="Known from before" level={3} heading="mb-1 font-medium text-13">
      {query.isPending && <LoadingRows what={`what ${name} knows`} rows={3} className="h-10" />}
      {query.isError && (
        <ErrorState what={`What ${name} knows`} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (
        <p role="status" className="numerals text-12 text-ink-2">
          {known.length > 0 ? counted(total, "fact") : q === "" ? `${name} knows no facts.` : `Nothing with “${q}”.`}
        </p>
      )}
      {known.length > 0 && (
        <ul aria-label="Known from before" className="mt-1 border-line border-t" onKeyDown={walkRows}>
          {known.map((each) => {
            const group = throughWords(each, who, nameOf);
            return (
              <FactRow key={each.fact.id} fact={each.fact} nameOf={nameOf}>
                {each.told !== null && <span dir="auto">{learntHow(each.told, nameOf)}</span>}
                {group !== "" && <span dir="auto">{group}</span>}
              </FactRow>
            );
          })}
        </ul>
      )}
      {query.hasNextPage && (
        <Button size="sm" className="mt-2" onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
      <PageLink
        href={profileAddress(project_id, { id: who, type: "character" })}
        dir="auto"
        className="link mt-1 inline-flex min-h-6 items-center text-12"
      >
        What {name} knows
      </PageLink>
    </TitledSection>
  );
}
