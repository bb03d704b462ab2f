import { type EffectCallback, useEffect } from "react";

/**
 * Runs an effect at first and whenever one of the values is another. The effect sees the render in which that happened; what else it
 * reads does not run it again.
 */
export function useOnChange(values: readonly unknown[], effect: EffectCallback): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values alone say when it runs.
  useEffect(effect, values);
}
