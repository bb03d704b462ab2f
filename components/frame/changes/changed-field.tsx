import { type DiffPart, wordDiff } from "#domain/word-diff.ts";
import { type ChangeNames, type FieldChange, proseOf, valueWords } from "./change-words.ts";

/** One field before and after. Words are compared word by word; marks and line-through say it without colour. */
export function ChangedField({ change, names }: { change: FieldChange; names: ChangeNames }) {
  const prose = proseOf(change);
  const branch = change.branch_id === null ? undefined : names.thing(change.branch_id);
  const title = branch === undefined ? change.name : `${change.name} of “${branch}”`;
  return (
    <>
      <p className="text-11 text-ink-3" dir="auto">
        {title}
      </p>
      {prose === null ? (
        <p className="break-words" dir="auto">
          <del className="text-ink-3">{valueWords(change.field, change.before, names)}</del>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">{valueWords(change.field, change.after, names)}</ins>
        </p>
      ) : (
        <p className="line-clamp-[12] whitespace-pre-wrap break-words font-reading" dir="auto">
          <Redline before={prose.before} after={prose.after} />
        </p>
      )}
    </>
  );
}

interface RedlineProps {
  before: string;
  after: string;
  /** The one kind of change that is shown, where the other text stands beside it; both when absent. */
  shows?: "removed" | "added";
  /** Whether it begins shortly before the first change, where there is room for a few lines only. */
  isExcerpt?: boolean;
}

/** Letters before the first change that an excerpt shows. */
const LEAD = 30;

/** Parts from shortly before the first change on. */
function excerptOf(parts: readonly DiffPart[]): readonly DiffPart[] {
  const [first, ...rest] = parts;
  if (first === undefined || first.kind !== "same" || rest.length === 0 || first.text.length <= LEAD * 2) return parts;
  return [{ kind: "same", text: `…${first.text.slice(-LEAD).replace(/^\S*\s/, "")}` }, ...rest];
}

/** A text with what was taken out of it and what was put in, word by word. */
export function Redline({ before, after, shows, isExcerpt = false }: RedlineProps) {
  const all = wordDiff(before, after);
  const parts = (isExcerpt ? excerptOf(all) : all).filter(
    ({ kind }) => shows === undefined || kind === "same" || kind === shows,
  );
  return parts.map((part, index) =>
    part.kind === "same" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
      <span key={index}>{part.text}</span>
    ) : part.kind === "removed" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
      <del key={index} className="bg-error-soft text-on-error-soft">
        {part.text}
      </del>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
      <ins key={index} className="bg-ok-soft text-on-ok-soft decoration-1 underline-offset-2">
        {part.text}
      </ins>
    ),
  );
}
