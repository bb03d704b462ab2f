"use client";

import { MessageSquare } from "lucide-react";
import { counted } from "#domain/counted.ts";
import type { ChangeMark } from "#domain/dialogue/comparison.ts";
import { cardProgress } from "#domain/dialogue/line-status.ts";
import { MARK_WORDS } from "../../compare/use-compared.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useProblems } from "../../store/use-problems.ts";
import { useCommentCount } from "./comment-counts.tsx";

// Octagon and triangle: shape says what colour repeats.
const SHAPES = {
  error: "M5 1h6l4 4v6l-4 4H5l-4-4V5Z",
  warning: "M8 1.25 15.5 14.5H.5Z",
} as const;

const TONES: Readonly<Record<ChangeMark, string>> = { added: "ok", removed: "error", changed: "warning" };

const PROGRESS_WORDS = { review: "Review", final: "Final", changed: "Final, changed" } as const;
const PROGRESS_TONES = { review: undefined, final: "ok", changed: "warning" } as const;

/** Returns the status mark of a card's words; null for a draft, the status of all new words. */
function useProgressMark(id: string): keyof typeof PROGRESS_WORDS | null {
  return useDialogueState(({ nodes }) => {
    const node = nodes.get(id);
    if (node === undefined) return null;
    const { status, isChanged } = cardProgress(node);
    if (isChanged) return "changed";
    return status === "draft" ? null : status;
  });
}

interface NodeBadgesProps {
  id: string;
  conflict: boolean;
  waiting: boolean;
  /** Difference of the node between the compared moments. */
  mark: ChangeMark | undefined;
}

/** Badges on the upper right corner of a card: problems, conflicts, unsent changes, differences. */
export function NodeBadges({ id, conflict, waiting, mark }: NodeBadgesProps) {
  const problems = useProblems(id);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.filter(({ severity }) => severity === "warning").length;
  const count = errors > 0 ? errors : warnings;
  const progress = useProgressMark(id);
  const comments = useCommentCount(id);
  if (count === 0 && comments === 0 && progress === null && !conflict && !waiting && mark === undefined) return null;
  return (
    <div className="cv-badges">
      {waiting && <span className="cv-badge">Changed</span>}
      {mark !== undefined && (
        <span className="cv-badge" data-tone={TONES[mark]}>
          {MARK_WORDS[mark]}
        </span>
      )}
      {conflict && (
        <span className="cv-badge" data-tone="warning">
          Conflict
        </span>
      )}
      {progress !== null && (
        <span className="cv-badge" data-tone={PROGRESS_TONES[progress]}>
          {PROGRESS_WORDS[progress]}
        </span>
      )}
      {comments > 0 && (
        <span className="cv-badge" title={counted(comments, "open comment")}>
          <MessageSquare aria-hidden className="me-0.5 inline size-3" />
          {comments}
          <span className="sr-only"> {comments === 1 ? "open comment" : "open comments"}</span>
        </span>
      )}
      {count > 0 && <ProblemSign severity={errors > 0 ? "error" : "warning"} count={count} />}
    </div>
  );
}

function ProblemSign({ severity, count }: { severity: keyof typeof SHAPES; count: number }) {
  return (
    <span className="cv-problem" data-tone={severity}>
      <svg className="cv-problem-sign" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
        <path d={SHAPES[severity]} />
      </svg>
      {count}
    </span>
  );
}

/** The tab on the node a dialogue starts with; raised, it leaves the upper border to the chip of what comes from far away. */
export function StartTab({ isRaised }: { isRaised: boolean }) {
  return (
    <span className="cv-start" data-raised={isRaised || undefined}>
      <svg viewBox="0 0 16 16" width="10" height="10" aria-hidden="true">
        <path d="M3 1v14M3 2h10l-3 3.5L13 9H3" />
      </svg>
      Start
    </span>
  );
}
