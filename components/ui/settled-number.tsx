"use client";

import { type ComponentPropsWithRef, useState } from "react";
import { numberOfText } from "#domain/number-of-text.ts";
import { NumberInput } from "./number-input.tsx";

interface SettledNumberProps
  extends Omit<ComponentPropsWithRef<typeof NumberInput>, "value" | "onStep" | "onChange" | "onBlur"> {
  value: number;
  /** Called with another number once it is typed; one out of bounds is not taken. */
  onChange: (value: number) => void;
}

/** Box for a number that is taken when it is left or Enter is pressed, so that half a number changes nothing. Escape restores it. */
export function SettledNumber({ value, onChange, onKeyDown, ...input }: SettledNumberProps) {
  const { isInteger, min, max } = input;
  const [typed, setTyped] = useState<string | null>(null);
  function take(): void {
    const number = typed === null ? null : numberOfText(typed);
    setTyped(null);
    if (number === null) return;
    const next = isInteger ? Math.round(number) : number;
    const isWithin = next >= (min ?? Number.NEGATIVE_INFINITY) && next <= (max ?? Number.POSITIVE_INFINITY);
    if (isWithin && next !== value) onChange(next);
  }
  return (
    <NumberInput
      {...input}
      value={typed ?? String(value)}
      onStep={setTyped}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.nativeEvent.isComposing || event.defaultPrevented) return;
        if (event.key === "Enter") take();
        else if (event.key === "Escape" && typed !== null) {
          event.preventDefault();
          setTyped(null);
        }
      }}
    />
  );
}
