import { useEffect } from "react";

/**
 * Runs an effect at first and whenever one of the values is another. The effect sees the render in which that happened; what else it
 * reads does not run it again. It has nothing to clean up: what it returns is ignored, such as the promise that newer browsers
 * return from `scrollIntoView`.
 */
export function useOnChange(values: readonly unknown[], effect: () => void): void {
  const run = (): void => {
    effect();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values alone say when it runs.
  useEffect(run, values);
}
