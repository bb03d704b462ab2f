import { type ReactNode, useId } from "react";

interface SegmentedControlProps<Value extends string> {
  /** Name of the group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[];
  /** Whether only icons are drawn; the labels become names and tooltips. */
  isIconOnly?: boolean | undefined;
}

/** Choice among two or three options that are all in view. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
  isIconOnly = false,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex shrink-0 rounded-control border border-line bg-canvas p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          data-tip={isIconOnly ? option.label : undefined}
          className="inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-1.5 rounded-control px-2 font-medium text-12 text-ink-2 hover:text-ink has-checked:bg-panel has-checked:text-ink has-checked:shadow-raise has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          <span className={isIconOnly ? "sr-only" : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
