import { type ComponentProps, useId } from "react";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean | undefined;
}

interface SelectProps extends Omit<ComponentProps<"select">, "id" | "children" | "size"> {
  label: string;
  isLabelHidden?: boolean | undefined;
  options: readonly SelectOption[];
}

/** One of a few. The browser's own list: it works with every pointer, reader and palette, and weighs nothing. */
export function Select({ label, isLabelHidden = false, options, className = "", ...select }: SelectProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1 block font-medium text-12 text-ink-2"}>
        {label}
      </label>
      <select
        id={id}
        className="min-h-8 w-full cursor-pointer rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink hover:border-ink-3 disabled:cursor-not-allowed disabled:text-ink-3 pointer-coarse:text-16"
        {...select}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
