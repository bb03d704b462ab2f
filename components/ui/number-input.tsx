import type { ComponentPropsWithRef, KeyboardEvent } from "react";
import { numberOfText } from "#domain/number-of-text.ts";

interface NumberInputProps
  extends Omit<ComponentPropsWithRef<"input">, "value" | "type" | "inputMode" | "role" | "min" | "max" | "step"> {
  /** The number as it is typed; empty for none. */
  value: string;
  isInteger: boolean;
  min?: number | null | undefined;
  max?: number | null | undefined;
  /** The text after a key was pressed that counts up or down. */
  onStep: (text: string) => void;
}

/** Keys that count, with how far. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/**
 * Box for a number. It holds text, because a browser's own number box empties itself where it cannot read what was typed, takes
 * no comma in an English page, and counts when the page is scrolled over it.
 */
export function NumberInput({ value, isInteger, min, max, onStep, onKeyDown, ...input }: NumberInputProps) {
  const number = numberOfText(value);
  function count(event: KeyboardEvent<HTMLInputElement>): void {
    onKeyDown?.(event);
    const by = STEPS[event.key];
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (by === undefined || !isPlain || event.defaultPrevented || input.readOnly === true) return;
    if (number === null && value.trim() !== "") return;
    event.preventDefault();
    const next = Math.min(
      max ?? Number.POSITIVE_INFINITY,
      Math.max(min ?? Number.NEGATIVE_INFINITY, (number ?? 0) + by),
    );
    onStep(String(Number(next.toPrecision(15))));
  }
  return (
    <input
      dir="auto"
      autoComplete="off"
      {...input}
      type="text"
      role="spinbutton"
      inputMode={isInteger ? "numeric" : "decimal"}
      aria-valuenow={number ?? undefined}
      aria-valuetext={value === "" ? "Empty" : value}
      aria-valuemin={min ?? undefined}
      aria-valuemax={max ?? undefined}
      value={value}
      onKeyDown={count}
    />
  );
}
