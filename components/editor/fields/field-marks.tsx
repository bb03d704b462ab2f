import { StoryWords } from "../../ui/story-words.tsx";
import type { TextFieldBinding } from "./use-text-field.ts";

/** Words of a field as they are read, where marks lie on them: the field itself shows letters alone. */
export function FieldMarks({ field: { value, marks, said } }: { field: TextFieldBinding }) {
  const isShown = marks.some(({ kind }) => kind !== "literal");
  return (
    <>
      {isShown && (
        <p dir="auto" className="mt-1 text-13 text-ink-2">
          <span className="text-11 text-ink-3">Read as: </span>
          <span className="whitespace-pre-wrap break-words font-reading">
            <StoryWords text={value} marks={marks} />
          </span>
        </p>
      )}
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </>
  );
}
