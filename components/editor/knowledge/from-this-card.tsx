"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type DescribedNames, describeConditions, describeEffect } from "#domain/describe-logic.ts";
import { collectUses } from "#domain/expression.ts";
import { logicOf } from "#domain/runtime/story.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { NewFact } from "../../frame/facts/fact-form.tsx";
import { FactRow } from "../../frame/facts/fact-row.tsx";
import { namedByFacts } from "../../frame/facts/fact-words.ts";
import { useHoldAgain } from "../../frame/facts/use-hold-again.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useSubjectNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { TitledSection } from "../../ui/titled-section.tsx";
import { walkRows } from "../../ui/walk-rows.ts";
import { useLogicNames } from "../fields/use-logic-names.ts";
import type { Node } from "../model/model.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";

/** Facts of one card that are shown. */
const MOST = 50;

/** Facts that are written from a card, and what the card itself teaches and asks for. */
export function FromThisCard({ node }: { node: Node }) {
  const dialogue = useDialogue();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const reason = reasonOf(useCan()("change"));
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(
    useApi().facts.list.queryOptions({ project_id, node_id: node.id, limit: MOST, ...reading }),
  );
  const nameOf = useSubjectNames(namedByFacts(data?.facts ?? []));
  const again = useHoldAgain(data?.facts ?? []);
  const told = useLogicNames((names) => logicWords(node, names).join("\n"));
  return (
    <TitledSection title="From this card" level={3} heading="mb-1 font-medium text-13">
      {told !== "" && (
        <ul aria-label="What this card teaches and asks" className="mb-1 space-y-1 text-13 text-ink-2">
          {told.split("\n").map((line) => (
            <li key={line} dir="auto" className="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
      {error !== null && data === undefined && (
        <ErrorState what="The facts of this card" error={error} onRetry={() => void refetch()} />
      )}
      {data?.total === 0 && !isAdding && told === "" && (
        <p className="text-12 text-ink-2">No facts are written from this card yet.</p>
      )}
      {data !== undefined && data.total > 0 && (
        <ul aria-label="Facts from this card" className="border-line border-t" onKeyDown={walkRows}>
          {data.facts.map((fact) => (
            <FactRow key={fact.id} fact={fact} nameOf={nameOf} isHere holdsAgain={again.has(fact.id)} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewFact
          begins={node.speaker_id === null ? {} : { isPublic: false, knowers: [node.speaker_id] }}
          source={{ kind: "node", node_id: node.id, witness_id: null }}
          before={async () => {
            if (!(await whenSaved(dialogue)))
              throw new FormMistake("Your last changes are not saved yet. Write the fact once they are.");
          }}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button
          size="sm"
          variant="bare"
          className="-ms-2.5 mt-1"
          icon={<Plus aria-hidden="true" size={14} />}
          disabledReason={reason}
          onClick={() => setAdding(true)}
        >
          Write a fact
        </Button>
      )}
    </TitledSection>
  );
}

/** Returns sentences for the facts that the logic of a card teaches and asks for. */
function logicWords(node: Node, names: DescribedNames): string[] {
  const { conditions, effects } = logicOf([node]);
  const taught = effects.filter(({ op }) => op === "fact.tell").map((effect) => describeEffect(effect, names));
  const asked = conditions
    .filter((condition) => collectUses(condition).facts.size > 0)
    .map((condition) => `Asks whether ${describeConditions([condition], names)}`);
  return [...new Set([...taught, ...asked])];
}
