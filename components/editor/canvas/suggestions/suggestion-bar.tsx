"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { counted } from "#domain/counted.ts";
import { CommandButton } from "../../../frame/commands/command-menu.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Suggestion } from "./suggested-shapes.ts";

const SIGN = { className: "size-4", "aria-hidden": true } as const;

interface SuggestionBarProps {
  suggestion: Suggestion;
  /** Number of open parts, and the index of the current one; -1 for none. */
  waiting: number;
  at: number;
  /** Index of the suggestion among the open ones. */
  place: number;
  total: number;
  onStep: (by: 1 | -1) => void;
  onOther: (by: 1 | -1) => void;
}

/** Returns the author of the suggestion in words. */
function makerOf({ source }: Suggestion): string {
  if (source.provider === "builtin") return "Sketch without a model";
  return source.kind === "generation" ? "Generated" : "Suggested";
}

/** Bar that shows a suggestion and its author, with the buttons to answer it. */
export function SuggestionBar({ suggestion, waiting, at, place, total, onStep, onOther }: SuggestionBarProps) {
  return (
    <section
      aria-label="Suggestion"
      data-command-scope="suggestion"
      className="absolute inset-x-3 bottom-16 z-20 mx-auto flex max-w-3xl flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line-strong border-dashed bg-panel px-3 py-2 shadow-float"
    >
      <div className="min-w-0 grow basis-56">
        <p className="truncate font-medium text-13 text-ink" dir="auto">
          {suggestion.label}
        </p>
        <p className="text-12 text-ink-2">
          {makerOf(suggestion)} · {counted(waiting, "part waits", "parts wait")} · not part of the dialogue yet
        </p>
      </div>
      {total > 1 && (
        <div className="flex items-center gap-1">
          <IconButton
            label="Previous suggestion"
            size="sm"
            icon={<ChevronLeft {...SIGN} />}
            onClick={() => onOther(-1)}
          />
          <span className="numerals text-12 text-ink-2">
            {place + 1} of {total}
          </span>
          <IconButton label="Next suggestion" size="sm" icon={<ChevronRight {...SIGN} />} onClick={() => onOther(1)} />
        </div>
      )}
      <div className="flex items-center gap-1">
        <IconButton label="Previous part" size="sm" icon={<ChevronLeft {...SIGN} />} onClick={() => onStep(-1)} />
        <span role="status" className="numerals min-w-14 text-center text-12 text-ink-2">
          {at === -1 ? counted(waiting, "part", "parts") : `Part ${at + 1} of ${waiting}`}
        </span>
        <IconButton label="Next part" size="sm" icon={<ChevronRight {...SIGN} />} onClick={() => onStep(1)} />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <CommandButton id="suggestion.accept" size="sm" label="Accept part" />
        <CommandButton id="suggestion.edit" size="sm" label="Edit" />
        <CommandButton id="suggestion.reject" size="sm" label="Reject part" />
        <CommandButton id="suggestion.accept-all" size="sm" variant="primary" label="Accept all" />
        <CommandButton id="suggestion.reject-all" size="sm" variant="danger" label="Reject all" />
      </div>
    </section>
  );
}
