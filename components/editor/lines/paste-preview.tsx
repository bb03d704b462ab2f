"use client";

import { counted } from "#domain/counted.ts";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { COLUMN_NAMES, type LinePlan, MOST_CHANGES } from "./line-changes.ts";

/** Changes that are shown; the rest are counted. */
const SHOWN = 100;

interface PastePreviewProps {
  readonly plan: LinePlan;
  readonly onPaste: () => void;
  readonly onClose: () => void;
}

/** Says what a pasted block would change, cell by cell, before it does. */
export function PastePreview({ plan: { changes, refused }, onPaste, onClose }: PastePreviewProps) {
  const lines = new Set(changes.map(({ row }) => row.id)).size;
  const why =
    lines === 0
      ? "Nothing would change."
      : lines > MOST_CHANGES
        ? `At most ${counted(MOST_CHANGES, "line")} can change at once. Paste in smaller parts.`
        : null;
  return (
    <DialogPopup
      size="lg"
      title={lines === 0 ? "Nothing would change" : `Change ${counted(lines, "line")}?`}
      description={lines === 0 ? "The pasted cells match the current text." : "You can undo this in one step."}
      onClose={onClose}
      footer={
        <DialogChoice onCancel={onClose} disabledReason={why} onClick={onPaste}>
          {lines === 0 ? "Change them" : `Change ${counted(lines, "line")}`}
        </DialogChoice>
      }
    >
      {refused.length > 0 && (
        <div role="alert" className="mb-3 text-13 text-error">
          <p>{counted(refused.length, "cell")} cannot be changed:</p>
          <ul className="list-disc ps-5">
            {refused.slice(0, 5).map(({ row, column, value, why: reason }) => (
              <li key={`${row.id} ${column}`} dir="auto">
                {COLUMN_NAMES[column]} “{value}”: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className="divide-y divide-line text-13">
        {changes.slice(0, SHOWN).map(({ row, column, before, value }) => (
          <li key={`${row.id} ${column}`} className="grid gap-x-3 py-1.5 sm:grid-cols-[6rem_1fr_1fr]">
            <span className="text-12 text-ink-3">{COLUMN_NAMES[column]}</span>
            <del dir="auto" className="break-words text-ink-3">
              {before === "" ? "Nothing" : before}
            </del>
            <ins dir="auto" className="break-words text-ink no-underline">
              {value === "" ? "Nothing" : value}
            </ins>
          </li>
        ))}
      </ul>
      {changes.length > SHOWN && (
        <p className="mt-2 text-12 text-ink-3">And {counted(changes.length - SHOWN, "more cell")}.</p>
      )}
    </DialogPopup>
  );
}
