"use client";

import { useId } from "react";
import { COLORS, type Color, isColor } from "#domain/dialogue/wire.ts";
import { COLOR_NAMES, COLOR_SWATCHES } from "../../ui/color-swatches.ts";

interface ColorFieldProps {
  color: string;
  onChange: (color: Color) => void;
  disabled: boolean;
}

/** One of the colours, each with its name. A colour of another tool stays until one is chosen. */
export function ColorField({ color, onChange, disabled }: ColorFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-12 text-ink-2">
        Colour:{" "}
        <span className="font-normal">
          {isColor(color) ? COLOR_NAMES[color].toLowerCase() : color === "mixed" ? color : `${color}, from an import`}
        </span>
      </legend>
      <div className="flex flex-wrap gap-1">
        {COLORS.map((each) => (
          <label
            key={each}
            data-tip={COLOR_NAMES[each]}
            className="inline-flex size-7 cursor-pointer items-center justify-center rounded-control border border-transparent hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === color}
              disabled={disabled}
              onChange={() => onChange(each)}
              className="sr-only"
            />
            <span aria-hidden="true" className={`size-4 rounded-round forced-colors:border ${COLOR_SWATCHES[each]}`} />
            <span className="sr-only">{COLOR_NAMES[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
