"use client";

import { CircleCheck } from "lucide-react";
import { useCommand } from "../../frame/commands/use-command.ts";
import { countWords, SeverityMark } from "../fields/severity-mark.tsx";
import { useProblemsState } from "../store/use-problems.ts";
import { useView } from "../store/view-state.ts";

/** Numbers of errors and warnings in the top bar; opens the drawer. */
export function ProblemCounts() {
  const show = useCommand("problems.show");
  const counts = useProblemsState((state) => state.counts);
  const isChecked = useProblemsState((state) => state.isChecked);
  const isOpen = useView((state) => state.problemsOpen);
  if (!isChecked) return null;
  const kinds = (["error", "warning"] as const).filter((severity) => counts[severity] > 0);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-keyshortcuts={show.ariaKeys}
      data-tip={isOpen ? "Hide the problems" : "Show the problems"}
      onClick={show.run}
      className="inline-flex min-h-8 shrink-0 cursor-pointer items-center gap-3 rounded-control px-2 text-13 text-ink-2 tabular-nums transition-colors duration-(--hover) hover:bg-hover hover:text-ink aria-expanded:bg-hover"
    >
      {kinds.length > 0 && <span className="sr-only">Problems: </span>}
      {kinds.length === 0 && (
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
          <span className="max-lg:sr-only">No problems</span>
        </span>
      )}
      {kinds.map((severity) => (
        <Count key={severity} severity={severity} count={counts[severity]} />
      ))}
    </button>
  );
}

function Count({ severity, count }: { severity: "error" | "warning"; count: number }) {
  const [, ...words] = countWords(severity, count).split(" ");
  return (
    <span className="inline-flex items-center gap-1.5">
      <SeverityMark severity={severity} />
      {count} <span className="max-lg:sr-only">{words.join(" ")}</span>
    </span>
  );
}
