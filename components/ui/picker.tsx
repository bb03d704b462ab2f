"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { late, useLate } from "./late.tsx";
import { usePopup } from "./menu.tsx";
import type { Option } from "./option.ts";
import { Reason, refusal } from "./refusal.tsx";

export const PickerLate = late(() => import("./picker-popup.tsx").then((part) => part.PickerPopup));

interface PickerProps {
  /** Name of the value; the start of the button's name. */
  label: string;
  /** Picked value in words; null when there is none. */
  shown: string | null;
  /** Said while nothing is picked. */
  placeholder: string;
  /** Returns the options for the typed query, best first. */
  options: (query: string) => readonly Option[];
  onPick: (value: string, query: string) => void;
  disabledReason?: string | null | undefined;
  icon?: ReactNode;
  /** Drawn as a quiet button that adds something, not as a field that holds something. */
  isAdding?: boolean;
  /** Whether the picked value is gone or wrong; `shown` says so in words. */
  isInvalid?: boolean;
  describedBy?: string | undefined;
  className?: string;
}

const FIELD =
  "w-full justify-between border-line-strong bg-panel text-ink not-aria-disabled:hover:border-ink-3 aria-invalid:border-error aria-disabled:border-line aria-disabled:bg-canvas aria-disabled:text-ink-2";
const ADDING =
  "border-transparent text-ink-2 not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink aria-disabled:text-ink-3";

/**
 * Choice among many options, found by typing. The code of the list loads when the person points at the button or
 * focuses it.
 */
export function Picker({
  label,
  shown,
  placeholder,
  options,
  onPick,
  disabledReason,
  icon,
  isAdding = false,
  isInvalid = false,
  describedBy,
  className = "",
}: PickerProps) {
  const id = useId();
  const popup = usePopup(PickerLate.warm, "dialog");
  const Popup = useLate(PickerLate, popup.isOpen);
  const refused = refusal(disabledReason, id);
  return (
    <>
      <button
        type="button"
        aria-label={isAdding ? label : `${label}: ${shown ?? placeholder}`}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        className={`inline-flex min-h-8 min-w-0 cursor-pointer items-center gap-1.5 rounded-control border px-2 text-start text-13 aria-disabled:cursor-not-allowed ${isAdding ? ADDING : FIELD} ${className}`}
        {...popup.trigger}
        {...refused}
      >
        {icon}
        <span className={`min-w-0 truncate ${shown === null && !isAdding ? "text-ink-3" : ""}`} dir="auto">
          {shown ?? placeholder}
        </span>
        {!isAdding && <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-ink-3" />}
        <Reason id={id} reason={disabledReason} />
      </button>
      {Popup !== null && (
        <Popup label={label} options={options} onPick={onPick} anchor={popup.trigger.ref} onClose={popup.close} />
      )}
    </>
  );
}
