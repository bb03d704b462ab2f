"use client";

import { CircleHelp, Lock } from "lucide-react";
import { type DescribedNames, describeExpression } from "#domain/describe-logic.ts";
import { branchWords } from "#domain/dialogue/names.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Obstacle, OfferedBranch } from "#domain/play/play.ts";
import { useNamesInLogic } from "../fields/use-logic-names.ts";

interface PlayerBranchesProps {
  branches: readonly OfferedBranch[];
  /** Shows what a player would not see, and lets closed doors be opened. */
  author: boolean;
  onChoose: (branch: Branch) => void;
}

/** Keys 1 to 9 take the first nine. */
const NUMBERED = 9;

/** What can be said now. The number in front of a branch is its key. */
export function PlayerBranches({ branches, author, onChoose }: PlayerBranchesProps) {
  const names = useNamesInLogic();
  const visible = branches.filter((each) => each.shown || author);
  return (
    <ol className="mt-4 flex flex-col gap-1.5" aria-label="Choices">
      {visible.map((offered, index) => {
        const { branch, available, obstacle } = offered;
        const closed = !available;
        const reasonId = `reason-${branch.id}`;
        return (
          <li key={branch.id}>
            <button
              type="button"
              data-branch={index < NUMBERED ? index + 1 : undefined}
              aria-disabled={closed && !author}
              aria-describedby={obstacle === null || !author ? undefined : reasonId}
              onClick={() => {
                if (!closed || author) onChoose(branch);
              }}
              className="flex w-full cursor-pointer items-baseline gap-3 rounded-control border border-line bg-panel px-3 py-2 text-start hover:border-line-strong aria-disabled:cursor-not-allowed aria-disabled:opacity-70"
            >
              <span className="numerals w-4 shrink-0 font-code text-12 text-ink-3">
                {index < NUMBERED ? index + 1 : ""}
              </span>
              <span dir="auto" className={`grow font-reading text-16 text-ink ${closed ? "line-through" : ""}`}>
                {branchWords(branch)}
              </span>
              {closed && <Lock aria-label="Closed" className="size-3.5 shrink-0 text-warn" />}
              {!closed && author && obstacle !== null && (
                <CircleHelp aria-hidden className="size-3.5 shrink-0 text-ink-3" />
              )}
            </button>
            {obstacle !== null && author && (
              <p id={reasonId} dir="auto" className="ms-10 mt-1 text-12 text-ink-2">
                {blockedReason(obstacle, names)}
                {closed && " You can take it all the same."}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** What stands in the way of a branch, in words: the very clause that fails. */
function blockedReason(obstacle: Obstacle, names: DescribedNames): string {
  if (obstacle.kind === "taken-once") return "Can be taken once, and was.";
  const clause = describeExpression(obstacle.condition, names);
  return obstacle.unknown ? `Not known here: ${clause}.` : `Closed: needs ${clause}.`;
}
