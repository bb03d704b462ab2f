"use client";

import { useQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";

/** Contradictions of the past that are named. */
const SHOWN = 20;
/** Milliseconds after which a check that is under way is asked about again. */
const ASKS_MS = 1_000;

type History = Outputs["canonViolations"]["history"];

const isRunning = ({ checked_to_seq, to_seq, failed }: History): boolean => checked_to_seq < to_seq && !failed;

/** Check of everything that was ever written: its progress, and what contradicted what, and for how long. */
export function HistoryCheck() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const reason = reasonOf(useCan()("change"));
  const { attempt, problem, isBusy } = useAttempt();
  const rules = useQuery(useApi().canonRules.list.queryOptions({ project_id, limit: 1, ...useMoment().reading }));
  const { data, error, refetch } = useQuery({
    ...useApi().canonViolations.history.queryOptions({ project_id, limit: SHOWN }),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? ASKS_MS : false),
  });
  if (error !== null && data === undefined)
    return <ErrorState what="The check of the history" error={error} onRetry={() => void refetch()} />;
  if (data === undefined || (rules.data?.total ?? 0) === 0) return null;
  const begin = () =>
    attempt(async () => {
      await client.canonViolations.checkHistory.mutate({ project_id });
      await refetch();
    });
  const isUnderWay = isRunning(data);
  return (
    <section aria-label="Check of the history" className="border-line border-b px-4 py-3 text-13">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" disabledReason={reason} disabled={isBusy || isUnderWay} onClick={() => void begin()}>
          Check the whole history
        </Button>
        <p role="status" className="text-ink-2">
          {sentenceOf(data)}
        </p>
        {isUnderWay && (
          <progress
            aria-label="Changes checked"
            className="h-1.5 w-40 accent-accent"
            max={data.to_seq}
            value={data.checked_to_seq}
          />
        )}
      </div>
      <AlertLine>{problem}</AlertLine>
      {data.violations.length > 0 && (
        <ul aria-label="What contradicted what" className="mt-2 max-h-56 space-y-1 overflow-y-auto">
          {data.violations.map(({ id, message, from_seq, until_seq }) => (
            <li key={`${id} ${from_seq}`} className="min-w-0 break-words">
              <span dir="auto">{message}</span>
              <span className="numerals text-12 text-ink-3">
                {until_seq === null
                  ? ` Since change ${from_seq.toLocaleString("en")}.`
                  : ` From change ${from_seq.toLocaleString("en")} to ${until_seq.toLocaleString("en")}.`}
              </span>
            </li>
          ))}
          {data.has_more && (
            <li className="text-ink-2">And {(data.total - data.violations.length).toLocaleString("en")} more.</li>
          )}
        </ul>
      )}
    </section>
  );
}

function sentenceOf({ job_id, total, checked_to_seq, to_seq, failed }: History): string {
  if (job_id === null) return "It finds what contradicted these rules at any time, and for how long.";
  if (failed) return `The check stopped at change ${checked_to_seq.toLocaleString("en")}. Begin it again.`;
  if (checked_to_seq < to_seq) {
    return `${checked_to_seq.toLocaleString("en")} of ${counted(to_seq, "change")} checked.`;
  }
  const found = total === 0 ? "nothing contradicted the rules" : counted(total, "contradiction");
  return `Up to change ${to_seq.toLocaleString("en")}: ${found}.`;
}
