import { hashKey } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useChange } from "./use-change.ts";

/** Trial of a change: what it would do, as far as that is answered. */
export interface DryRun<Answer> {
  /** Answer to what is asked now; undefined until it is here. */
  readonly data: Answer | undefined;
  /** Error of the last try; null for none. */
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Tries the same change out again. */
  readonly again: () => void;
}

/**
 * Tries a change out each time that another one is asked about; null asks about none. With `dry_run` an operation answers what it would do
 * and changes nothing. It is sent as the change itself is: by a mutation, which nothing repeats and no cache keeps, because every
 * change of the project makes another answer of it.
 */
export function useDryRun<Asked, Answer>(
  tryOut: (asked: Asked) => Promise<Answer>,
  asked: Asked | null,
): DryRun<Answer> {
  const { mutate, data, error, status, variables } = useChange({ mutationFn: tryOut });
  const key = asked === null ? null : hashKey([asked]);
  const isCurrent = key !== null && status !== "idle" && hashKey([variables]) === key;
  const again = () => {
    if (asked !== null) mutate(asked);
  };
  const ask = useEffectEvent(again);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another question.
  useEffect(() => ask(), [key]);
  return {
    data: isCurrent ? data : undefined,
    error: isCurrent ? error : null,
    isPending: key !== null && (!isCurrent || status === "pending"),
    again,
  };
}
