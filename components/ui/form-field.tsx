import { type ReactNode, useId } from "react";

/** What a control takes from its field, so that its label, hint and errors are read with it. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FormFieldProps {
  label: string;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  /** The control: `{(props) => <input {...props} />}`. */
  children: (props: ControlProps) => ReactNode;
}

/** A labelled control with what the server said about it. */
export function FormField({ label, hint, errors = [], children }: FormFieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = errors.length === 0 ? undefined : `${id}-error`;
  const describedBy = [errorId, hintId].filter((each) => each !== undefined).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-13 text-ink">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        "aria-invalid": errors.length > 0 || undefined,
      })}
      {errorId !== undefined && (
        <ul id={errorId} className="mt-1 space-y-0.5 text-12 text-error">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      {hintId !== undefined && (
        <p id={hintId} className="mt-1 text-12 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The look of a one-line control, in a form or in a panel. */
export const CONTROL =
  "block min-h-8 w-full min-w-0 rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent disabled:cursor-not-allowed disabled:border-line disabled:bg-canvas disabled:text-ink-2 [&:is(input,textarea)]:read-only:bg-canvas aria-invalid:border-error";
