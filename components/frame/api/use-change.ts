import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { reportFault, whyNot } from "../../ui/form/form-errors.ts";

/** State of a change, with the reason why the last one failed in words; null where it did not. */
export type Change<Answer, Failure, Asked, Kept> = UseMutationResult<Answer, Failure, Asked, Kept> & {
  readonly problem: string | null;
};

/**
 * Makes changes of one kind. Every change that is no form's goes through this hook, on which `useAttempt` and `useDryRun` stand: nothing
 * repeats a change, no cache keeps its answer, and an exception in the page is reported and never called a lost connection.
 */
export function useChange<Answer, Failure = Error, Asked = void, Kept = unknown>(
  options: UseMutationOptions<Answer, Failure, Asked, Kept>,
): Change<Answer, Failure, Asked, Kept> {
  const change = useMutation({
    ...options,
    retry: false,
    gcTime: 0,
    onError: (error, ...told) => {
      reportFault(error);
      return options.onError?.(error, ...told);
    },
  });
  return { ...change, problem: change.error === null ? null : whyNot(change.error) };
}
