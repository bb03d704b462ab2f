import { type ReactNode, useId } from "react";

interface FormGroupProps {
  /** What is asked. */
  legend: string;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  children: ReactNode;
}

/** Several controls that answer one question, with what the server said about the answer. */
export function FormGroup({ legend, hint, errors = [], children }: FormGroupProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = errors.length === 0 ? undefined : `${id}-error`;
  const describedBy = [errorId, hintId].filter((each) => each !== undefined).join(" ");
  return (
    <fieldset aria-describedby={describedBy === "" ? undefined : describedBy} className="min-w-0">
      <legend className="mb-1 font-medium text-13 text-ink">{legend}</legend>
      {hintId !== undefined && (
        <p id={hintId} className="mb-1.5 text-12 text-ink-3">
          {hint}
        </p>
      )}
      {children}
      {errorId !== undefined && (
        <ul id={errorId} className="mt-1 space-y-0.5 text-12 text-error">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
