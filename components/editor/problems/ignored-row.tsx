"use client";

import { describeProblem, ruleName } from "#domain/problems/problem-text.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { SEVERITY_WORDS, SeverityMark } from "../fields/severity-mark.tsx";
import type { IgnoredProblem } from "../store/problem-store.ts";
import { useIgnoring } from "./ignore-dialog.tsx";
import { useSentence } from "./problem-names.ts";
import { CELLS } from "./problem-row.tsx";

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** A problem that is ignored: struck through, with its reason. */
export function IgnoredRow({ ignored: { problem, waiver } }: { ignored: IgnoredProblem }) {
  const { stopIgnoring } = useIgnoring();
  const { userId } = useSession();
  const can = useCan();
  const change = can("change");
  const { problem: refusal, attempt } = useAttempt();
  const node = useSentence((names) =>
    problem.node_id === null ? "This dialogue" : (names.node(problem.node_id) ?? "A card that is gone"),
  );
  const why = useSentence((names) => describeProblem(problem, names));
  const who = waiver.by === `user:${userId}` ? "you" : waiver.by.startsWith("user:") ? "a colleague" : "an API key";
  return (
    <tr className={`${CELLS.row} border-line border-t text-ink-3`}>
      <th scope="row" className={`${CELLS.rule} font-normal`}>
        <span className="inline-flex min-h-7 items-center gap-2">
          <SeverityMark severity={problem.severity} />
          <span className="sr-only">ignored {SEVERITY_WORDS[problem.severity][0]}: </span>
          <s>{ruleName(problem)}</s>
        </span>
      </th>
      <td className={`${CELLS.node} truncate leading-7`} dir="auto">
        <s>{node}</s>
      </td>
      <td className={CELLS.why}>
        <s>{why}</s>{" "}
        <span className="text-ink-2" dir="auto">
          Ignored: {waiver.reason}
        </span>
        {refusal !== null && (
          <span role="alert" className="block text-error">
            {refusal}
          </span>
        )}
      </td>
      <td className={CELLS.since}>
        {DAY.format(new Date(waiver.updated_at))}, by {who}
      </td>
      <td className={CELLS.fix}>
        <Button
          size="sm"
          variant="bare"
          aria-label={`Stop ignoring ${ruleName(problem)} for ${node}`}
          disabledReason={reasonOf(change)}
          onClick={() => void attempt(() => stopIgnoring(waiver.id))}
        >
          Stop ignoring
        </Button>
      </td>
    </tr>
  );
}
