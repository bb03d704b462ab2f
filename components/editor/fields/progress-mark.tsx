import { isChangedSinceFinal, type LineProgress, STATUS_NAMES } from "#domain/dialogue/line-status.ts";

/** Small mark with the status of words; a draft has none, because all new words are one. */
export function ProgressMark({ of, words }: { of: LineProgress; words: string }) {
  if (words.trim() === "" || of.status === "draft") return null;
  const isChanged = isChangedSinceFinal(of, words);
  const tone = isChanged
    ? "bg-warn-soft text-on-warn-soft"
    : of.status === "final"
      ? "bg-ok-soft text-on-ok-soft"
      : "bg-canvas text-ink-2";
  return (
    <span className={`rounded-round px-1.5 font-medium text-11 ${tone}`}>
      {isChanged ? "Final, changed since" : STATUS_NAMES[of.status]}
    </span>
  );
}
