"use client";

import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { JsonReading } from "./json-problems.ts";

interface JsonEditorProps<T> {
  label: string;
  /** Current value. */
  value: T;
  read: (text: string) => JsonReading<T>;
  onSave: (value: T) => void;
  onCancel: () => void;
}

/**
 * Field for logic that no row can show, as JSON. Nothing changes until it is saved, which needs a text that can be
 * read.
 */
export function JsonEditor<T>({ label, value, read, onSave, onCancel }: JsonEditorProps<T>) {
  const id = useId();
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const { value: next, errors, warnings } = read(text);
  const told = errors.length > 0 ? errors : warnings;
  return (
    <div className="space-y-2">
      <label htmlFor={id} className="block text-12 text-ink-2">
        {label} as JSON
      </label>
      <textarea
        id={id}
        className="block w-full resize-y rounded-control border border-line-strong bg-code px-2 py-1.5 font-code text-12 text-ink aria-invalid:border-error"
        rows={Math.min(Math.max(text.split("\n").length, 4), 16)}
        value={text}
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={`${id}-told`}
        spellCheck={false}
        dir="ltr"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <ul
        id={`${id}-told`}
        role="status"
        className={`text-12 ${errors.length > 0 ? "text-error" : "text-on-warn-soft"}`}
      >
        {told.map(({ at, message }) => (
          <li key={`${at} ${message}`}>
            {errors.length === 0 && "Note: "}
            {at !== "" && <code>{at} </code>}
            {message}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          disabledReason={next === null ? "The expression is not valid yet." : null}
          onClick={() => {
            if (next !== null) onSave(next);
          }}
        >
          Save
        </Button>
        <Button size="sm" variant="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
