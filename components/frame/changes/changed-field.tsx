import { areMarks } from "#domain/text-marks/describe-marks.ts";
import { type ChangeNames, valueWords } from "./change-words.ts";
import { type FieldChange, proseOf } from "./prose.ts";
import { Redline } from "./redline.tsx";

/** One field before and after. Words are compared word by word; marks and line-through say it without colour. */
export function ChangedField({ change, names }: { change: FieldChange; names: ChangeNames }) {
  const prose = proseOf(change);
  const branch = change.branch_id === null ? undefined : names.thing(change.branch_id);
  const [before, after] = [change.before, change.after].map((value) => valueWords(change.field, value, names));
  const title = branch === undefined ? change.name : `${change.name} of “${branch}”`;
  return (
    <>
      <p className="text-11 text-ink-3" dir="auto">
        {title}
      </p>
      {prose === null && before === after && areMarks(change.after) ? (
        <p>on other words</p>
      ) : prose === null ? (
        <p className="break-words" dir="auto">
          <del className="text-ink-3">{before}</del>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">{after}</ins>
        </p>
      ) : (
        <p className="line-clamp-[12] whitespace-pre-wrap break-words font-reading" dir="auto">
          <Redline before={prose.before} after={prose.after} />
        </p>
      )}
    </>
  );
}
