import { type ReactNode, useId } from "react";

/** Attributes that a control takes from its field, so that its label, hint and errors are read with it. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FrameProps {
  /** Id of the control or group; one of its own when absent. */
  id?: string | undefined;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
}

interface FormFieldProps extends FrameProps {
  label: ReactNode;
  /** The control: `{(props) => <input {...props} />}`. */
  children: (props: ControlProps) => ReactNode;
}

/** A labelled control with what was said about it. */
export function FormField({ label, children, ...frame }: FormFieldProps) {
  const { id, describedBy, errors, hint } = useFrame(frame);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-13 text-ink">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy,
        "aria-invalid": errors !== null || undefined,
      })}
      {errors}
      {hint}
    </div>
  );
}

interface FormGroupProps extends FrameProps {
  /** Question of the group. */
  legend: ReactNode;
  children: ReactNode;
}

/** Several controls that answer one question, with what was said about the answer. */
export function FormGroup({ legend, children, ...frame }: FormGroupProps) {
  const { id, describedBy, errors, hint } = useFrame(frame);
  return (
    <fieldset id={id} aria-describedby={describedBy} data-invalid={errors !== null || undefined} className="min-w-0">
      <legend className="mb-1 font-medium text-13 text-ink">{legend}</legend>
      {children}
      {errors}
      {hint}
    </fieldset>
  );
}

function useFrame({ id: given, hint, errors = [] }: FrameProps) {
  const made = useId();
  const id = given ?? made;
  const hasHint = hint !== undefined && hint !== null;
  const names = [...(errors.length > 0 ? [`${id}-error`] : []), ...(hasHint ? [`${id}-hint`] : [])];
  return {
    id,
    describedBy: names.length === 0 ? undefined : names.join(" "),
    errors:
      errors.length === 0 ? null : (
        <ul id={`${id}-error`} className="mt-1 space-y-0.5 text-12 text-error">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      ),
    hint: hasHint && (
      <p id={`${id}-hint`} className="mt-1 text-12 text-ink-3">
        {hint}
      </p>
    ),
  };
}

const SHAPE =
  "block w-full min-w-0 rounded-control border border-line-strong bg-panel text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent disabled:cursor-not-allowed disabled:border-line disabled:bg-canvas disabled:text-ink-2 [&:is(input,textarea)]:read-only:bg-canvas aria-invalid:border-error";

/** The look of a one-line control, in a form or in a panel. */
export const CONTROL = `${SHAPE} min-h-8 px-2 py-1 text-13`;

/** The same on a page of its own. 16 px inside, because smaller text makes a phone zoom in on focus. */
export const LARGE_CONTROL = `${SHAPE} min-h-10 px-3 py-2 text-16`;
