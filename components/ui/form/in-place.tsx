"use client";

import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { AlertLine } from "../alert-line.tsx";
import { CONTROL } from "./field.tsx";
import { Theirs } from "./form.tsx";
import { formErrors, reportFault } from "./form-errors.ts";

interface WrittenInPlaceProps {
  /** Name of the input: "Name of the dialogue". */
  label: string;
  value: string;
  maxLength?: number | undefined;
  errors?: readonly string[] | undefined;
  /** Classes of an input that is not to look like a form control. */
  className?: string | undefined;
  /** The new text, trimmed; null when nothing changes. */
  onDone: (text: string | null) => void;
}

const NO_ERRORS: readonly string[] = [];

/** A text being written where it stands. Enter and leaving keep it, Escape does not, and neither does an empty one. */
export function WrittenInPlace({
  label,
  value,
  maxLength,
  errors = NO_ERRORS,
  className = CONTROL,
  onDone,
}: WrittenInPlaceProps) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  // What was refused is open to another try.
  useEffect(() => {
    if (errors.length === 0) return;
    isDone.current = false;
    field.current?.focus();
  }, [errors]);
  function done(text: string): void {
    if (isDone.current) return;
    isDone.current = true;
    const next = text.trim();
    onDone(next === "" || next === value ? null : next);
  }
  function onBlur({ target, relatedTarget }: FocusEvent<HTMLInputElement>): void {
    // A menu that closes gives the focus back to its button after the field that was chosen in it has taken it.
    if (target.value === value && relatedTarget?.getAttribute("aria-haspopup") === "menu") target.focus();
    else done(target.value);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    done(event.key === "Enter" ? event.currentTarget.value : value);
  }
  return (
    <>
      <input
        ref={field}
        type="text"
        aria-label={label}
        aria-invalid={errors.length > 0 || undefined}
        defaultValue={value}
        maxLength={maxLength}
        dir="auto"
        spellCheck
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className={className}
      />
      <Errors errors={errors} />
    </>
  );
}

function Errors({ errors }: { errors: readonly string[] }) {
  return errors.map((error) => <AlertLine key={error}>{error}</AlertLine>);
}

interface InPlaceProps {
  label: string;
  value: string;
  /** Words in the place of an empty value. */
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  /** Reason why it is read-only; null while it can be changed. */
  disabledReason: string | null;
  /** Keeps a new text; what it throws is said below the field, which stays open. */
  onSave: (text: string) => Promise<unknown>;
  /** Last author and time. */
  meta?: ReactNode;
  /** Face and size of the value. */
  className?: string | undefined;
}

const NO_FIELDS = { fields: [] };

/** A value that is changed where it is shown: by a press or Enter. What others made of it meanwhile is shown, not overwritten. */
export function InPlace({
  label,
  value,
  placeholder = "",
  maxLength,
  disabledReason,
  onSave,
  meta,
  className = "font-medium text-13",
}: InPlaceProps) {
  const [before, setBefore] = useState<string | null>(null);
  const [mine, setMine] = useState<string | null>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);

  function leave(): void {
    setBefore(null);
    setMine(null);
    setErrors([]);
  }
  async function save(text: string): Promise<void> {
    try {
      await onSave(text);
      leave();
    } catch (error) {
      reportFault(error);
      setErrors(formErrors(error, NO_FIELDS).summary);
    }
  }
  function done(text: string | null): void {
    if (text === null) leave();
    else if (value !== before) setMine(text);
    else void save(text);
  }

  return (
    <>
      {before === null || mine !== null ? (
        <button
          type="button"
          dir="auto"
          aria-disabled={disabledReason !== null}
          data-tip={disabledReason ?? "Change it"}
          onClick={() => {
            if (disabledReason === null) setBefore(value);
          }}
          className={`block max-w-full cursor-text truncate text-start ${value === "" ? "text-ink-3" : "text-ink"} ${className}`}
        >
          {mine ?? (value === "" ? placeholder : value)}
        </button>
      ) : (
        <WrittenInPlace label={label} value={before} maxLength={maxLength} errors={errors} onDone={done} />
      )}
      {mine !== null && (
        <>
          <Theirs text={value} onSettle={(keeps) => (keeps === "theirs" ? leave() : void save(mine))} />
          <Errors errors={errors} />
        </>
      )}
      {meta !== undefined && <p className="text-12 text-ink-3">{meta}</p>}
    </>
  );
}
