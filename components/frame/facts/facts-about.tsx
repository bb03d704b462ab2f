"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { counted } from "#domain/counted.ts";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { walkRows } from "../../ui/walk-rows.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { byOffset } from "../api/by-offset.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useSubjectNames } from "../project/project-queries.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { ErrorState } from "../session/error-state.tsx";
import { NewFact } from "./fact-form.tsx";
import { FactRow } from "./fact-row.tsx";
import { namedByFacts } from "./fact-words.ts";
import { useHoldAgain } from "./use-hold-again.ts";
import { whereFrom } from "./where-from.ts";

const PAGE = 50;
const SETTLE_MS = 250;

/** Facts from which on a list can be searched. */
const MANY = 8;

/** Facts about a character, a place, a group or a thing: those that hold, and on request those that were replaced. */
export function FactsAbout({ entity }: { entity: { readonly id: string; readonly name: string } }) {
  const heading = useId();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const reason = reasonOf(useCan()("change"));
  const [isAdding, setAdding] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const [search, setSearch] = useState("");
  const q = useSettled(search.trim(), SETTLE_MS);
  const input = {
    project_id,
    subject_id: entity.id,
    limit: PAGE,
    ...(q !== "" && { q }),
    ...(!isWhole && { superseded: false }),
    ...reading,
  };
  const query = useInfiniteQuery({
    queryKey: [...useApi().facts.list.queryKey(input), "pages"],
    queryFn: ({ pageParam }) => client.facts.list.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
  });
  const facts = query.data?.pages.flatMap((page) => page.facts) ?? [];
  const nameOf = useSubjectNames(namedByFacts(facts));
  const again = useHoldAgain(facts);
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <section aria-labelledby={heading} className="mt-8">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={heading} dir="auto" className="font-medium text-14 text-ink">
          What is known about {entity.name}
        </h2>
        <p role="status" className="numerals text-12 text-ink-3">
          {total > 0 && counted(total, "fact")}
        </p>
        {(total > MANY || search !== "") && (
          <input
            type="search"
            aria-label={`Find a fact about ${entity.name}`}
            placeholder="Find a fact"
            value={search}
            dir="auto"
            onChange={(event) => setSearch(event.target.value)}
            className={`${CONTROL} ms-auto max-w-48`}
          />
        )}
      </div>
      {query.isPending && <LoadingRows what="the facts" rows={3} className="h-10" />}
      {query.isError && <ErrorState what="The facts" error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && facts.length === 0 && !isAdding && (
        <p className="py-2 text-13 text-ink-2">
          {q === "" ? `Nothing is written about ${entity.name} yet.` : `No facts with “${q}”.`}
        </p>
      )}
      {facts.length > 0 && (
        <ul aria-label={`Facts about ${entity.name}`} className="border-line border-t" onKeyDown={walkRows}>
          {facts.map((fact) => (
            <FactRow key={fact.id} fact={fact} nameOf={nameOf} holdsAgain={again.has(fact.id)}>
              {fact.source.kind !== "node" && <span dir="auto">{whereFrom(fact.source, nameOf)}</span>}
            </FactRow>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button size="sm" className="mt-2" onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
      {isAdding ? (
        <NewFact begins={{ about: [entity.id] }} onClose={() => setAdding(false)} />
      ) : (
        <div className="mt-2 flex flex-wrap gap-x-2">
          <Button
            size="sm"
            variant="bare"
            className="-ms-2.5"
            icon={<Plus aria-hidden="true" size={14} />}
            disabledReason={reason}
            onClick={() => setAdding(true)}
          >
            Write a fact
          </Button>
          <Button size="sm" variant="bare" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            Show what was replaced
          </Button>
        </div>
      )}
    </section>
  );
}
