"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../../frame/api/use-attempt.ts";
import { useRefresh } from "../../../../frame/api/use-refresh.ts";
import { addressIn } from "../../../../frame/areas/areas.ts";
import { CardLink } from "../../../../frame/facts/card-link.tsx";
import { FactRow } from "../../../../frame/facts/fact-row.tsx";
import { namedByFacts } from "../../../../frame/facts/fact-words.ts";
import { useProjectId } from "../../../../frame/project/project-provider.tsx";
import { useSubjectNames } from "../../../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../../../frame/session/can.ts";
import { ErrorState } from "../../../../frame/session/error-state.tsx";
import { AlertLine } from "../../../../ui/alert-line.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { late, useLate } from "../../../../ui/late.tsx";
import { PageLink } from "../../../../ui/page-link.tsx";
import { LoadingRows } from "../../../../ui/skeleton.tsx";
import { type Answer, emotionWords, madeByWords, usageWords, withheldWords } from "./talk-words.ts";

const KeepLineLate = late(() => import("./keep-line.tsx").then((part) => part.KeepLine));

interface AnswerTurnProps {
  answer: Answer;
  /** Character that answers. */
  name: string;
  entityId: string;
}

/** Answer of a character, with what it is made of and the way to keep it as a line. */
export function AnswerTurn({ answer, name, entityId }: AnswerTurnProps) {
  const [isOpen, setOpen] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  const KeepLine = useLate(KeepLineLate, isKeeping);
  const reason = reasonOf(useCan()("change"));
  const emotion = emotionWords(answer.emotion);
  return (
    <div className="me-4">
      <p className="mb-0.5 flex items-center gap-2 text-12 text-ink-3">
        <span dir="auto">{name}</span>
        {emotion !== "" && <Badge>{emotion}</Badge>}
      </p>
      <p dir="auto" className="whitespace-pre-wrap break-words font-reading text-16">
        {answer.text}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <Button size="sm" variant="bare" className="-ms-2.5" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {answer.made_by.kind === "model" ? "What it is made of" : "Why this line"}
        </Button>
        <Button size="sm" variant="bare" disabledReason={reason} onClick={() => setKeeping(true)}>
          Keep as a line
        </Button>
      </div>
      {isOpen && <Origin answer={answer} name={name} />}
      {KeepLine !== null && isKeeping && (
        <KeepLine text={answer.text} speaker={{ id: entityId, name }} onClose={() => setKeeping(false)} />
      )}
    </div>
  );
}

function Origin({ answer, name }: { answer: Answer; name: string }) {
  const projectId = useProjectId();
  const { made_by, used_facts, used_lines, withheld, memories } = answer;
  return (
    <section
      aria-label="Where this answer comes from"
      className="mt-1 space-y-2 rounded-card border border-line bg-canvas px-3 py-2 text-13"
    >
      <p>
        {madeByWords(made_by)} {usageWords(made_by)}{" "}
        {made_by.reason === "no_provider" && (
          <PageLink href={addressIn(projectId, "provider-keys")} className="link">
            Provider keys
          </PageLink>
        )}
      </p>
      {used_lines.length > 0 && (
        <p className="flex flex-wrap gap-x-1">
          Said word for word in
          {used_lines.map((id) => (
            <CardLink key={id} nodeId={id} />
          ))}
        </p>
      )}
      {used_facts.length > 0 && <UsedFacts answer={answer} />}
      {memories.length > 0 && (
        <div>
          <p className="text-12 text-ink-2">
            {memories.some(({ fact_id }) => fact_id !== null)
              ? "Remembers, in this playthrough"
              : "Would remember, in a playthrough"}
          </p>
          <ul>
            {memories.map((memory) => (
              <Memory key={memory.text} memory={memory} entityId={answer.entity_id} />
            ))}
          </ul>
        </div>
      )}
      <p className="text-12 text-ink-2">{withheldWords(withheld, name)}</p>
    </section>
  );
}

/** Memory of what a character was told, with the way to make it part of the story. */
function Memory({ memory, entityId }: { memory: Answer["memories"][number]; entityId: string }) {
  const { text, fact_id } = memory;
  const project_id = useProjectId();
  const client = useStudioClient();
  const reason = reasonOf(useCan({ now: true })("change"));
  const refresh = useRefresh(({ facts, runs }) => [facts.pathKey(), runs.memories.pathKey()]);
  const [isFact, setFact] = useState(false);
  const { attempt, isBusy, problem } = useAttempt();
  const accept = async () => {
    // What a playthrough keeps becomes one fact, however often it is asked for.
    if (fact_id === null) await client.facts.create.mutate({ project_id, text, known_by: [entityId] });
    else await client.runs.acceptMemory.mutate({ project_id, memory_id: fact_id });
    setFact(true);
    await refresh();
  };
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <span dir="auto" className="font-reading">
        {text}
      </span>
      {isFact ? (
        <span role="status" className="text-12 text-ink-2">
          A fact of the story now.
        </span>
      ) : (
        <Button size="sm" variant="bare" disabled={isBusy} disabledReason={reason} onClick={() => void attempt(accept)}>
          Make it a fact
        </Button>
      )}
      <AlertLine className="basis-full text-12">{problem}</AlertLine>
    </li>
  );
}

/** Facts that an answer is made of, each with who knows it and the cards that use it. */
function UsedFacts({ answer: { used_facts, run, seq } }: { answer: Answer }) {
  const project_id = useProjectId();
  const where = run === null ? { at_seq: seq } : { run: run.id };
  const input = { project_id, ids: used_facts.join(","), limit: used_facts.length, ...where };
  const { data, error, refetch } = useQuery(useApi().facts.list.queryOptions(input));
  const facts = data?.facts ?? [];
  const nameOf = useSubjectNames(namedByFacts(facts));
  if (data === undefined) {
    return error === null ? (
      <LoadingRows what="the facts" rows={used_facts.length} className="h-8" />
    ) : (
      <ErrorState what="The facts" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <div>
      <p className="text-12 text-ink-2">Made of {counted(used_facts.length, "fact")}</p>
      <ul aria-label="Facts of this answer" className="border-line border-t">
        {facts.map((fact) => (
          <FactRow key={fact.id} fact={fact} nameOf={nameOf} />
        ))}
      </ul>
    </div>
  );
}
