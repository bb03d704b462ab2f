import { type ComponentProps, useId } from "react";

interface TextFieldProps extends Omit<ComponentProps<"input">, "id"> {
  label: string;
  name: string;
  hint?: string;
}

/** A labelled line of text. 16 px inside, because smaller text makes a phone zoom in on focus. */
export function TextField({ label, hint, className = "", ...input }: TextFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium text-13 text-ink">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={hint === undefined ? undefined : hintId}
        className="block min-h-10 w-full rounded-control border border-line-strong bg-panel px-3 py-2 text-16 text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent aria-invalid:border-error"
        {...input}
      />
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-12 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
