/** A coordinate within the canvas. */
export function clamped(value: number, max: number): number {
  return Math.min(Math.max(value, -max), max);
}
