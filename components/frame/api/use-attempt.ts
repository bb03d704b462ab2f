import { useChange } from "./use-change.ts";

/** Changes that a component makes outside of a form: whether one is under way, and why the last one failed. */
export interface Attempts {
  /** Makes a change; answers whether it was made. */
  readonly attempt: (change: () => Promise<unknown>) => Promise<boolean>;
  readonly isBusy: boolean;
  /** Error of the last change; null where there is none. */
  readonly error: Error | null;
  /** Reason of that error, in words. */
  readonly problem: string | null;
  /** Takes the error away, because what it is about was changed. */
  readonly forget: () => void;
}

/** Makes changes that may be refused. What a change throws is kept to be shown, until the next one begins. */
export function useAttempt(): Attempts {
  const { mutateAsync, isPending, error, problem, reset } = useChange({
    mutationFn: (change: () => Promise<unknown>) => change(),
  });
  return {
    attempt: (change) =>
      mutateAsync(change).then(
        () => true,
        () => false,
      ),
    isBusy: isPending,
    error,
    problem,
    forget: reset,
  };
}
