"use client";

import { useId, useState } from "react";
import { CONTROL } from "../../../ui/form-field.tsx";

/** The record's own limit. */
const FAR = 10_000_000;

interface CoordinateProps {
  label: string;
  value: number;
  reason: string | null;
  onChange: (value: number) => void;
}

/** A coordinate: taken when it is left or Enter is pressed, so that half a number moves nothing. */
export function Coordinate({ label, value, reason, onChange }: CoordinateProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed === null) return;
    const number = Number(typed);
    setTyped(null);
    if (typed.trim() === "" || !Number.isFinite(number) || Math.abs(number) > FAR || number === value) return;
    onChange(Math.round(number));
  };
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5">
      <label htmlFor={id} className="text-12 text-ink-2">
        {label}
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className={`${CONTROL} numerals`}
        value={typed ?? String(Math.round(value))}
        readOnly={reason !== null}
        aria-disabled={reason !== null || undefined}
        data-tip={reason ?? undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") take();
          else if (event.key === "Escape" && typed !== null) {
            event.preventDefault();
            setTyped(null);
          }
        }}
      />
    </div>
  );
}
