import type { Outputs } from "../api/client.ts";

export type Insight = Outputs["feedback"]["insights"]["insights"][number];
export type Signal = Outputs["feedback"]["list"]["signals"][number];

/** Signals below which no number is said. */
const FEWEST = 5;

/** Said where there are too few signals for a number. */
const TOO_FEW = `Fewer than ${FEWEST}`;

/** Words for where a mean went since the window before. */
export const TRENDS = { up: "Rising", down: "Falling", steady: "Steady" } as const;

/** "49–94 %": an interval of a share. */
function shares({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${percent(low)}–${percent(high)} %`;
}

function percent(share: number): number {
  return Math.round(share * 100);
}

/** Returns what signals of a group say together, in a few words. */
export function sayTogether({ data_type, insufficient_data, mean, interval, categories }: Insight): string {
  if (insufficient_data) return TOO_FEW;
  if (data_type === "boolean" && mean !== null && interval !== null) {
    return `${percent(mean)} % yes (${shares(interval)})`;
  }
  if (data_type === "correction" && mean !== null) return `${percent(mean)} % of the words changed`;
  if (mean !== null) return `${Math.round(mean * 100) / 100} on average`;
  const [most] = categories;
  if (most !== undefined) return `${percent(most.share)} % ${wordOf(most.value)} (${shares(most)})`;
  return "In words";
}

/** Returns the value of one signal in words. */
export function sayValue({ data_type, value }: Pick<Signal, "data_type" | "value">): string {
  if (data_type === "boolean") return value === true ? "Yes" : "No";
  if (data_type === "correction") return `${percent(Number(value))} % changed`;
  if (data_type === "text") return "In words";
  return typeof value === "string" ? wordOf(value) : String(value);
}

/** The name of a signal or a word of one as it is read: `edited_in_review` is "edited in review". */
export function wordOf(slug: string): string {
  return slug.replaceAll(/[_-]+/g, " ");
}
