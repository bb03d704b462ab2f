"use client";

import {
  isChangedSinceFinal,
  LINE_STATUSES,
  type LineProgress,
  type LineStatus,
  STATUS_NAMES,
} from "#domain/dialogue/line-status.ts";
import { Redline } from "../../frame/changes/redline.tsx";
import { Button } from "../../ui/button.tsx";

interface StatusFieldProps {
  /** Name of the words: "the line", "the choice “Pay”". */
  of: string;
  progress: LineProgress;
  words: string;
  disabledReason: string | null;
  onChange: (status: LineStatus) => void;
}

/**
 * Field for the status of words. Final words that were changed since show the change until somebody decides about it.
 */
export function StatusField({ of, progress, words, disabledReason, onChange }: StatusFieldProps) {
  const { status, final_text } = progress;
  const isChanged = isChangedSinceFinal(progress, words);
  return (
    <div className="space-y-1">
      <label className="inline-flex items-center gap-1.5 text-12 text-ink-2">
        Status
        <select
          aria-label={`Status of ${of}`}
          className="min-h-6 cursor-pointer rounded-control border border-line bg-panel px-1 text-12 text-ink hover:border-ink-3 disabled:cursor-not-allowed"
          value={status}
          disabled={disabledReason !== null}
          title={disabledReason ?? undefined}
          onChange={({ target }) => {
            const next = LINE_STATUSES.find((each) => each === target.value);
            if (next !== undefined) onChange(next);
          }}
        >
          {LINE_STATUSES.map((each) => (
            <option key={each} value={each}>
              {STATUS_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      {isChanged && final_text !== null && (
        <div className="rounded-card border border-warn bg-warn-soft p-2 text-12 text-on-warn-soft">
          <p className="font-medium">Changed since it was final</p>
          <p dir="auto" className="mt-0.5 whitespace-pre-wrap break-words font-reading text-14">
            <Redline before={final_text} after={words} />
          </p>
          {disabledReason === null && (
            <p className="mt-1.5 flex flex-wrap gap-1.5">
              <Button size="sm" onClick={() => onChange("final")}>
                Final as it is now
              </Button>
              <Button size="sm" variant="bare" onClick={() => onChange("review")}>
                Back to review
              </Button>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
