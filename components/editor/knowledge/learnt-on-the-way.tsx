"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { nodeName } from "#domain/dialogue/names.ts";
import type { LearntFact } from "#domain/runtime/learnt.ts";
import { searchForm } from "#domain/search-form.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { CardLink } from "../../frame/facts/card-link.tsx";
import { FactRow } from "../../frame/facts/fact-row.tsx";
import { type Fact, namedByFacts } from "../../frame/facts/fact-words.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useSubjectNames } from "../../frame/project/project-queries.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Badge } from "../../ui/badge.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { walkRows } from "../../ui/walk-rows.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useNodeOfMoment } from "../session/dialogue-context.ts";
import { useLearnt } from "./use-learnt.ts";

/** Facts that are read for one card. */
const MOST = 100;

interface LearntOnTheWayProps {
  who: string;
  name: string;
  node: Node;
  /** Words that are looked for; empty for all. */
  q: string;
}

/** Facts that the cards on the ways here teach somebody: always, or on some ways, and by which cards. */
export function LearntOnTheWay({ who, name, node, q }: LearntOnTheWayProps) {
  const { learnt, error, retry } = useLearnt(who, node.id);
  const ids = learnt?.facts.slice(0, MOST).map(({ fact }) => fact) ?? [];
  const project_id = useProjectId();
  const { reading } = useMoment();
  const read = useQuery(
    useApi().facts.list.queryOptions(
      { project_id, ids: ids.join(","), limit: MOST, ...reading },
      { enabled: ids.length > 0, placeholderData: keepPreviousData },
    ),
  );
  const texts = new Map(read.data?.facts.map((fact) => [fact.id, fact]));
  const nameOf = useSubjectNames(namedByFacts([...texts.values()]));
  const shown = (learnt?.facts ?? []).flatMap((lesson) => {
    const fact = texts.get(lesson.fact);
    return fact === undefined || !searchForm(fact.text).includes(searchForm(q)) ? [] : [{ lesson, fact }];
  });
  const isPending = error === null && (learnt === undefined || (ids.length > 0 && read.data === undefined));
  const failure = error ?? (read.data === undefined ? read.error : null);
  return (
    <TitledSection title="Learnt on the way here" level={3} heading="mb-1 font-medium text-13">
      {isPending && failure === null && <LoadingRows what="what is learnt on the way" rows={2} className="h-10" />}
      {failure !== null && (
        <ErrorState
          what="What is learnt on the way"
          error={failure}
          onRetry={() => {
            retry();
            void read.refetch();
          }}
        />
      )}
      {!isPending && learnt?.isReached === false && (
        <p className="text-12 text-on-warn-soft">No way from the start leads to this card.</p>
      )}
      {!isPending && failure === null && learnt?.isReached !== false && shown.length === 0 && (
        <p className="text-12 text-ink-2">
          {q === "" ? `No card before this one teaches ${name} anything.` : `Nothing with “${q}”.`}
        </p>
      )}
      {shown.length > 0 && (
        <ul aria-label="Learnt on the way here" className="border-line border-t" onKeyDown={walkRows}>
          {shown.map(({ lesson, fact }) => (
            <Lesson key={fact.id} lesson={lesson} fact={fact} nameOf={nameOf} />
          ))}
        </ul>
      )}
      {shown.some(({ lesson }) => !lesson.isSure) && (
        <p className="mt-1 text-12 text-ink-3">“Perhaps”: there are too many ways here to try all of them.</p>
      )}
    </TitledSection>
  );
}

const WAYS: Readonly<Record<LearntFact["ways"], string>> = {
  always: "Always",
  some: "On some ways",
  none: "On no way that can be gone",
};

function Lesson({
  lesson,
  fact,
  nameOf,
}: {
  lesson: LearntFact;
  fact: Fact;
  nameOf: (id: string) => string | undefined;
}) {
  const { ways, isSure, nodes } = lesson;
  return (
    <FactRow fact={fact} nameOf={nameOf}>
      <Badge tone={ways === "always" ? "ok" : ways === "none" ? "warn" : "plain"}>
        {ways === "some" && !isSure ? "Perhaps" : WAYS[ways]}
      </Badge>
      <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-1.5">
        Taught by
        {nodes.map((id) => (
          <TeachingCard key={id} id={id} />
        ))}
      </span>
    </FactRow>
  );
}

/** Link to a card that teaches; one of the open dialogue is shown on its canvas. */
function TeachingCard({ id }: { id: string }) {
  const session = useDialogue();
  const node = useNodeOfMoment(id);
  if (node === undefined) return <CardLink nodeId={id} />;
  return (
    <button
      type="button"
      dir="auto"
      className="link min-h-6 cursor-pointer text-start"
      onClick={() => session.reveal(id)}
    >
      {nodeName(node)}
    </button>
  );
}
