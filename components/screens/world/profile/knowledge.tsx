"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import { byOffset } from "../../../frame/api/by-offset.ts";
import { NewFact } from "../../../frame/facts/fact-form.tsx";
import { FactRow } from "../../../frame/facts/fact-row.tsx";
import {
  type KnownFact as Known,
  learntHow,
  type NameOf,
  namedByFacts,
  throughWords,
} from "../../../frame/facts/fact-words.ts";
import { whereFrom } from "../../../frame/facts/where-from.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { useSubjectNames } from "../../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LocalTime } from "../../../ui/local-time.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { TitledSection } from "../../../ui/titled-section.tsx";
import { walkRows } from "../../../ui/walk-rows.ts";
import { AddButton } from "./add-button.tsx";

const PAGE = 50;

interface KnowledgeProps {
  entityId: string;
  name: string;
}

/** Lists the facts that a character or a group knows at the viewed moment: since when, how, and from whom. */
export function Knowledge({ entityId, name }: KnowledgeProps) {
  const [isAdding, setAdding] = useState(false);
  const reason = reasonOf(useCan()("change"));
  return (
    <TitledSection title={`What ${name} knows`} heading="mb-1 font-medium text-14 text-ink" className="mt-8">
      <KnownFacts entityId={entityId} name={name} />
      {isAdding ? (
        <NewFact begins={{ isPublic: false, knowers: [entityId] }} onClose={() => setAdding(false)} />
      ) : (
        <AddButton disabledReason={reason} onClick={() => setAdding(true)}>
          Write what {name} knows
        </AddButton>
      )}
    </TitledSection>
  );
}

function KnownFacts({ entityId, name }: KnowledgeProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const input = { project_id, entity_id: entityId, limit: PAGE, ...reading };
  const query = useInfiniteQuery({
    queryKey: [...useApi().facts.knowledge.queryKey(input), "pages"],
    queryFn: ({ pageParam }) => client.facts.knowledge.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
  });
  const known = query.data?.pages.flatMap((page) => page.knowledge) ?? [];
  const nameOf = useSubjectNames(namedByKnown(known));
  if (query.isPending) return <LoadingRows what={`what ${name} knows`} rows={4} className="h-12" />;
  if (query.isError) {
    return <ErrorState what={`What ${name} knows`} error={query.error} onRetry={() => void query.refetch()} />;
  }
  const [first] = query.data.pages;
  return (
    <>
      <p role="status" className="numerals mb-2 text-12 text-ink-2">
        {counted(first?.total ?? 0, "fact")}
        {first !== undefined && first.withheld > 0 && ` · ${first.withheld} more not known to ${name}`}
      </p>
      {known.length === 0 ? (
        <EmptyState>{name} knows no facts at this moment.</EmptyState>
      ) : (
        <ul aria-label={`Facts known to ${name}`} className="border-line border-t" onKeyDown={walkRows}>
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

/** Returns the ids of all that known facts name, joined by blanks. */
function namedByKnown(known: readonly Known[]): string {
  const through = known.flatMap((each) => each.through.filter((id) => id !== "everyone"));
  const witnesses = known.flatMap(({ from }) => from.witness_id ?? []);
  const named = namedByFacts(known.map(({ fact }) => fact)).split(" ");
  return [...new Set([...named, ...through, ...witnesses])].filter((id) => id !== "").join(" ");
}

interface KnownFactProps {
  known: Known;
  knowerId: string;
  nameOf: NameOf;
}

function KnownFact({ known, knowerId, nameOf }: KnownFactProps) {
  const { goTo } = useMoment();
  const { fact, since, from, told } = known;
  const through = throughWords(known, knowerId, nameOf);
  return (
    <FactRow fact={fact} nameOf={nameOf} hasOwnStop>
      {since !== null && (
        <button
          type="button"
          data-row
          className="link min-h-6 cursor-pointer"
          data-tip="Look back to this moment"
          onClick={() => goTo(since.seq)}
        >
          since <LocalTime iso={since.at} />
        </button>
      )}
      {told !== null && <span dir="auto">{learntHow(told, nameOf)}</span>}
      {through !== "" && <span dir="auto">{through}</span>}
      {from.kind !== "node" && <span dir="auto">{whereFrom(from, nameOf, knowerId)}</span>}
    </FactRow>
  );
}
