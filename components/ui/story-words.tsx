import { Fragment, type ReactNode } from "react";
import type { SetKind, TextMark } from "#domain/text-marks/text-mark.ts";
import { textRuns } from "#domain/text-marks/text-runs.ts";

/** Elements that show kinds of marks. A literal sign is read as it stands. */
const ELEMENTS: Readonly<Record<SetKind, "em" | "strong" | "s">> = {
  emphasis: "em",
  strong: "strong",
  strike: "s",
};

interface StoryWordsProps {
  readonly text: string;
  readonly marks: readonly TextMark[];
}

/** Words of a story with their marks; whoever shows them decides on line breaks. */
export function StoryWords({ text, marks }: StoryWordsProps): ReactNode {
  if (marks.length === 0) return text;
  return textRuns({ text, marks }).map((run, at) => {
    let words: ReactNode = run.text;
    for (const kind of run.kinds.toReversed()) {
      if (kind === "literal") continue;
      const Element = ELEMENTS[kind];
      words = <Element>{words}</Element>;
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never move.
    return <Fragment key={at}>{words}</Fragment>;
  });
}
