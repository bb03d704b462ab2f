"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import { FactPane } from "./fact-pane.tsx";
import { type FactWritten, useFactChanges } from "./use-fact-changes.ts";

const REASON = "The newer fact holds.";

/**
 * Shows what a written fact contradicts in the place of its form: `settle` takes what was written and closes the form where nothing does.
 */
export function useFactConflicts(onClose: () => void): {
  readonly settle: (written: FactWritten | null) => void;
  readonly conflicts: ReactNode;
} {
  const [written, setWritten] = useState<FactWritten | null>(null);
  return {
    settle: (next) => {
      if (next === null || next.beside.length === 0) onClose();
      else setWritten(next);
    },
    conflicts: written !== null && <FactConflicts written={written} onClose={onClose} />,
  };
}

/** A fact that was just written and those that cannot hold beside it, each with a way to let the new one hold. */
function FactConflicts({ written, onClose }: { written: FactWritten; onClose: () => void }) {
  const { replace } = useFactChanges();
  const { problem, isBusy, attempt } = useAttempt();
  const [replaced, setReplaced] = useState<readonly string[]>([]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.focus(), []);
  const left = written.beside.filter(({ fact_id }) => !replaced.includes(fact_id));
  const settle = (fact_id: string) =>
    attempt(async () => {
      await replace(fact_id, written.id, REASON);
      if (left.length === 1) onClose();
      else setReplaced([...replaced, fact_id]);
    });
  return (
    <FactPane name="Contradiction">
      <div ref={root} tabIndex={-1} className="space-y-3 outline-none">
        <Notice tone="warn" announce title="It is written, but both cannot be true">
          <p dir="auto">You wrote: “{written.text}”</p>
        </Notice>
        <ul aria-label="What it contradicts" className="space-y-2 text-13">
          {left.map(({ fact_id, text }) => (
            <li key={fact_id} className="flex flex-wrap items-center justify-between gap-2">
              <span dir="auto" className="min-w-0 flex-1 break-words">
                “{text}”
              </span>
              <Button size="sm" disabled={isBusy} onClick={() => void settle(fact_id)}>
                Put the new one in its place
              </Button>
            </li>
          ))}
        </ul>
        <Button size="sm" variant="bare" className="-ms-2.5" onClick={onClose}>
          Keep both
        </Button>
        <AlertLine>{problem}</AlertLine>
      </div>
    </FactPane>
  );
}
