import { joined, plain, sliced } from "#domain/text-marks/marked-text.ts";
import type { MarkedText, TextMark } from "#domain/text-marks/text-mark.ts";
import { type DiffPart, wordDiff } from "#domain/word-diff.ts";
import { StoryWords } from "../../ui/story-words.tsx";

interface RedlineProps {
  before: string;
  after: string;
  /** Marks on either text, where it has any. */
  marks?: { readonly before: readonly TextMark[]; readonly after: readonly TextMark[] } | undefined;
  /** The one kind of change that is shown, where the other text stands beside it; both when absent. */
  shows?: "removed" | "added";
  /** Whether it begins shortly before the first change, where there is room for a few lines only. */
  isExcerpt?: boolean;
}

/** Part of a redline, with its marks. */
interface RedlinePart {
  readonly kind: DiffPart["kind"];
  readonly words: MarkedText;
}

/** Letters before the first change that an excerpt shows. */
const LEAD = 30;

/** Parts from shortly before the first change on. */
function excerptOf(parts: readonly RedlinePart[]): readonly RedlinePart[] {
  const [first, ...rest] = parts;
  if (first === undefined || first.kind !== "same" || rest.length === 0) return parts;
  const { text } = first.words;
  if (text.length <= LEAD * 2) return parts;
  const lead = text.slice(-LEAD).replace(/^\S*\s/, "");
  return [{ kind: "same", words: joined([plain("…"), sliced(first.words, text.length - lead.length)]) }, ...rest];
}

/** Parts of two texts with their marks; words that are in both have those of the later. */
function redlineParts({ before, after, marks }: Pick<RedlineProps, "before" | "after" | "marks">): RedlinePart[] {
  const [old, now] = [
    { text: before, marks: marks?.before ?? [] },
    { text: after, marks: marks?.after ?? [] },
  ];
  let [from, to] = [0, 0];
  return wordDiff(before, after).map(({ kind, text }) => {
    const words = kind === "removed" ? sliced(old, from, from + text.length) : sliced(now, to, to + text.length);
    if (kind !== "added") from += text.length;
    if (kind !== "removed") to += text.length;
    return { kind, words };
  });
}

/** A text with what was taken out of it and what was put in, word by word. */
export function Redline({ before, after, marks, shows, isExcerpt = false }: RedlineProps) {
  const all = redlineParts({ before, after, marks });
  const parts = (isExcerpt ? excerptOf(all) : all).filter(
    ({ kind }) => shows === undefined || kind === "same" || kind === shows,
  );
  return parts.map(({ kind, words }, index) =>
    kind === "same" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
      <span key={index}>
        <StoryWords {...words} />
      </span>
    ) : kind === "removed" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
      <del key={index} className="bg-error-soft text-on-error-soft">
        <StoryWords {...words} />
      </del>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
      <ins key={index} className="bg-ok-soft text-on-ok-soft decoration-1 underline-offset-2">
        <StoryWords {...words} />
      </ins>
    ),
  );
}
