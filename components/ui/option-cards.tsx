"use client";

import { useId } from "react";

interface OptionCardsProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Meaning of the choice, in a sentence. */
    readonly means?: string | undefined;
  }[];
  /** Side by side where there is room. */
  isWide?: boolean | undefined;
}

/** Choice among a few options, each with a sentence that explains it. It stands in a group that names the question. */
export function OptionCards<Value extends string>({
  value,
  onChange,
  options,
  isWide = false,
}: OptionCardsProps<Value>) {
  const name = useId();
  return (
    <div className={`grid gap-2 ${isWide ? "sm:grid-cols-2" : ""}`}>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-2.5 rounded-control border border-line px-3 py-2 text-13 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-describedby={`${name}-${option.value}`}
            aria-label={option.label}
            className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent"
          />
          <span className="min-w-0">
            <span className="block font-medium text-ink">{option.label}</span>
            <span id={`${name}-${option.value}`} className="block text-12 text-ink-2">
              {option.means}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}
