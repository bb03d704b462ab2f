"use client";

import { useState } from "react";
import { describeProblem, ruleName } from "#domain/problems/problem-text.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { useSession } from "../session/session-provider.tsx";
import { Button } from "../ui/button.tsx";
import { useSentence } from "./problem-names.ts";
import type { IgnoredProblem } from "./problem-store.ts";
import { refusalText } from "./refusal-text.ts";
import { SEVERITY_WORDS, SeverityMark } from "./severity-mark.tsx";
import { useIgnoring } from "./use-ignoring.ts";

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** A problem that is ignored: struck through, with its reason. */
export function IgnoredRow({ ignored: { problem, waiver } }: { ignored: IgnoredProblem }) {
  const { stopIgnoring } = useIgnoring();
  const { userId } = useSession();
  const can = useCan();
  const change = can("change");
  const [error, setError] = useState<string | null>(null);
  const card = useSentence((names) =>
    problem.node_id === null ? "This dialogue" : (names.node(problem.node_id) ?? "A card that is gone"),
  );
  const why = useSentence((names) => describeProblem(problem, names));
  const who = waiver.by === `user:${userId}` ? "you" : waiver.by.startsWith("user:") ? "a colleague" : "an API key";
  return (
    <tr className="border-line border-t align-top text-ink-3 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3">
      <th scope="row" className="py-1.5 ps-4 pe-3 text-start font-normal">
        <span className="inline-flex min-h-7 items-center gap-2 whitespace-nowrap">
          <SeverityMark severity={problem.severity} />
          <span className="sr-only">ignored {SEVERITY_WORDS[problem.severity][0]}: </span>
          <s>{ruleName(problem)}</s>
        </span>
      </th>
      <td className="max-w-64 truncate py-1.5 pe-3 leading-7" dir="auto">
        <s>{card}</s>
      </td>
      <td className="w-full py-2.5 pe-3 leading-5 max-md:py-1.5 max-md:ps-4">
        <s>{why}</s>{" "}
        <span className="text-ink-2" dir="auto">
          Ignored: {waiver.reason}
        </span>
        {error !== null && (
          <span role="alert" className="block text-error">
            {error}
          </span>
        )}
      </td>
      <td className="whitespace-nowrap py-1.5 pe-3 leading-7 max-lg:hidden">
        {DAY.format(new Date(waiver.updated_at))}, by {who}
      </td>
      <td className="py-1.5 pe-4 text-end max-md:ps-4 max-md:pt-0">
        <Button
          size="sm"
          variant="bare"
          aria-label={`Stop ignoring ${ruleName(problem)} for ${card}`}
          disabledReason={reasonOf(change)}
          onClick={() => stopIgnoring(waiver.id).catch((refused: unknown) => setError(refusalText(refused)))}
        >
          Stop ignoring
        </Button>
      </td>
    </tr>
  );
}
