"use client";

import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useCan } from "../session/can.ts";
import { ErrorState } from "../session/error-state.tsx";

interface Answer {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

interface FoundPagesProps {
  answer: Answer;
  /** Number of matches in words. */
  count: string;
  children: ReactNode;
}

/** Number of matches, the first of them, and the button for more. */
export function FoundPages({ answer, count, children }: FoundPagesProps) {
  const isReachable = useCan()("fetch").allowed;
  // That there is no connection has been said above.
  if (!isReachable && (answer.isPending || answer.isError)) return null;
  if (answer.isPending) {
    return (
      <div className="flex flex-col gap-2 px-2">
        <Loading what="what matches" />
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-10" />
        ))}
      </div>
    );
  }
  if (answer.isError) return <ErrorState what="The dialogues" error={answer.error} onRetry={() => answer.refetch()} />;
  return (
    <>
      <p role="status" className="numerals px-2 pb-2 text-12 text-ink-3">
        {count}
      </p>
      {children}
      {answer.hasNextPage && (
        <Button size="sm" className="mt-2 ms-2" onClick={() => answer.fetchNextPage()}>
          {answer.isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
    </>
  );
}
