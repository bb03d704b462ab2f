import { type ComponentProps, useEffect, useId, useRef } from "react";

interface CheckboxProps extends Omit<ComponentProps<"input">, "id" | "type" | "ref"> {
  label: string;
  /** The words are only its name, not shown: in tables. */
  isLabelHidden?: boolean | undefined;
  /** Whether only some of the items it stands for are checked. */
  indeterminate?: boolean | undefined;
}

/** A choice to take or leave. */
export function Checkbox({
  label,
  isLabelHidden = false,
  indeterminate = false,
  className = "",
  ...input
}: CheckboxProps) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current !== null) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label
      htmlFor={id}
      className={`inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-2 text-13 ${className}`}
    >
      <input
        ref={ref}
        id={id}
        type="checkbox"
        className="m-0 size-4 shrink-0 cursor-pointer accent-accent"
        {...input}
      />
      <span className={isLabelHidden ? "sr-only" : "min-w-0"}>{label}</span>
    </label>
  );
}
