"use client";

import { type ChangeEvent, useId } from "react";
import { FieldMarks } from "./field-marks.tsx";
import { FieldNotices } from "./field-notices.tsx";
import { type TextFieldOptions, useTextField } from "./use-text-field.ts";
import type { TypedSpeaker } from "./use-typed-speaker.ts";

interface TextFieldProps extends TextFieldOptions {
  /** Name of the field, beside it or only for assistive technology. */
  readonly name: string;
  readonly isNameHidden?: boolean;
  /** Typeface of the text: that of the story, or that of the interface. */
  readonly voice?: "reading" | "interface";
  readonly placeholder?: string;
  readonly className?: string;
  /** Takes a speaker that is typed before the words; absent where nobody speaks. */
  readonly speaker?: TypedSpeaker;
}

const VOICES = {
  reading: "font-reading text-15",
  interface: "font-interface text-13",
} as const;

/** A text of the open dialogue: it grows with its words, and says what others did to it while it was written in. */
export function TextField({
  name,
  isNameHidden = false,
  voice = "interface",
  placeholder,
  className = "",
  speaker,
  ...options
}: TextFieldProps) {
  const id = useId();
  const field = useTextField(options);
  const { bind, reason, conflict } = field;
  const shared = {
    ...bind,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (speaker?.type(event.target) !== true) bind.onChange(event);
    },
    onBlur: () => {
      speaker?.leave();
      bind.onBlur();
    },
    id,
    placeholder,
    title: reason ?? undefined,
    "aria-invalid": conflict !== null || undefined,
    className: `field-sizing-content block w-full resize-none rounded-control border border-line-strong bg-panel px-2.5 py-1.5 text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent aria-invalid:border-warn ${VOICES[voice]}`,
  };
  return (
    <div className={className}>
      <label htmlFor={id} className={isNameHidden ? "sr-only" : "mb-1 block font-medium text-12 text-ink-2"}>
        {name}
      </label>
      {options.isSingleLine === true ? <input {...shared} /> : <textarea rows={2} {...shared} />}
      <FieldMarks field={field} />
      <FieldNotices subjectId={options.subjectId} pointer={options.pointer} fieldId={id} />
    </div>
  );
}
