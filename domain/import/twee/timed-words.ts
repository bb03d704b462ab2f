/** Report of content that its format shows after a time. */
export const WAITS = "waits for a time: what it holds is shown at once";
/** Report of content that its format shows again and again. */
export const REPEATS = "repeats itself: what it holds is shown once";

/** Report of content whose values can be others by the time that its format shows it. */
export function withLateValues(report: string): string {
  return `${report}, also what is set in it or behind it`;
}
