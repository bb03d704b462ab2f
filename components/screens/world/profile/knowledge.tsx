"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import { byOffset } from "../../../frame/api/by-offset.ts";
import type { Outputs } from "../../../frame/api/client.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { useCharacters } from "../../../frame/project/project-queries.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LocalTime } from "../../../ui/local-time.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { TitledSection } from "../../../ui/titled-section.tsx";
import { walkRows } from "../../../ui/walk-rows.ts";
import { whereFrom } from "./where-from.ts";

type Known = Outputs["facts"]["knowledge"]["knowledge"][number];

const PAGE = 50;

interface KnowledgeProps {
  entityId: string;
  name: string;
}

/** Lists the facts that a character knows at the viewed moment: since when, and from which source. */
export function Knowledge({ entityId, name }: KnowledgeProps) {
  return (
    <TitledSection title={`What ${name} knows`} heading="mb-1 font-medium text-14 text-ink" className="mt-5">
      <KnownFacts entityId={entityId} name={name} />
    </TitledSection>
  );
}

function KnownFacts({ entityId, name }: KnowledgeProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const characters = useCharacters();
  const input = { project_id, entity_id: entityId, limit: PAGE, ...reading };
  const query = useInfiniteQuery({
    queryKey: [...useApi().facts.knowledge.queryKey(input), "pages"],
    queryFn: ({ pageParam }) => client.facts.knowledge.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
  });
  if (query.isPending) return <LoadingRows what={`what ${name} knows`} rows={4} className="h-12" />;
  if (query.isError) {
    return <ErrorState what={`What ${name} knows`} error={query.error} onRetry={() => void query.refetch()} />;
  }
  const [first] = query.data.pages;
  const known = query.data.pages.flatMap((page) => page.knowledge);
  const nameOf = (id: string) => characters.get(id)?.name ?? null;
  return (
    <>
      <p role="status" className="numerals mb-2 text-12 text-ink-2">
        {counted(first?.total ?? 0, "fact")}
        {first !== undefined && first.withheld > 0 && ` · ${first.withheld} more not known to ${name}`}
      </p>
      {known.length === 0 ? (
        <EmptyState>{name} knows no facts at this moment.</EmptyState>
      ) : (
        <ul aria-label={`Facts known to ${name}`} onKeyDown={walkRows}>
          {known.map((each) => (
            <KnownFact key={each.fact.id} known={each} knowerId={entityId} nameOf={nameOf} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button className="mt-4" onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
    </>
  );
}

interface KnownFactProps {
  known: Known;
  knowerId: string;
  nameOf: (id: string) => string | null;
}

function KnownFact({ known: { fact, since, from }, knowerId, nameOf }: KnownFactProps) {
  const { goTo } = useMoment();
  const isPublic = fact.known_by === "everyone";
  return (
    <li className="border-line border-b py-2.5">
      <p dir="auto" className="break-words font-reading text-15 text-ink">
        {fact.text}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
        <button
          type="button"
          data-row
          className="link min-h-6 cursor-pointer"
          data-tip="Look back to this moment"
          onClick={() => goTo(since.seq)}
        >
          since <LocalTime iso={since.at} />
        </button>
        <span dir="auto">{whereFrom(from, nameOf, knowerId)}</span>
        <Badge tone={fact.secret ? "warn" : "plain"}>
          {isPublic ? "Known to all" : fact.secret ? "Secret" : "Told"}
        </Badge>
      </p>
    </li>
  );
}
