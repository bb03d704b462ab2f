"use client";

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  type LucideIcon,
} from "lucide-react";
import { useId } from "react";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SettledNumber } from "../../ui/settled-number.tsx";
import type { Gesture } from "../gestures/gesture.ts";
import { type Alignment, align, boxesOf, type Direction, distribute, putAt } from "../gestures/move.ts";
import { onRecord, type PlacedModel } from "../gestures/place.ts";
import { boundsOf } from "../model/rects.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";

const ALIGN_BUTTONS: readonly { to: Alignment; label: string; Sign: LucideIcon }[] = [
  { to: "left", label: "Align left edges", Sign: AlignStartVertical },
  { to: "center", label: "Align centres", Sign: AlignCenterVertical },
  { to: "right", label: "Align right edges", Sign: AlignEndVertical },
  { to: "top", label: "Align top edges", Sign: AlignStartHorizontal },
  { to: "middle", label: "Align middles", Sign: AlignCenterHorizontal },
  { to: "bottom", label: "Align bottom edges", Sign: AlignEndHorizontal },
];
const SPACE_BUTTONS: readonly { direction: Direction; label: string; Sign: LucideIcon }[] = [
  { direction: "across", label: "Space out evenly across", Sign: AlignHorizontalSpaceAround },
  { direction: "down", label: "Space out evenly down", Sign: AlignVerticalSpaceAround },
];
const SIGN = { className: "size-4", "aria-hidden": true } as const;

/** The record's own limit. */
const FAR = 10_000_000;

/** Position of the selection on the canvas, for people who do not drag. */
export function PlaceSection() {
  return (
    <section aria-label="Place on the canvas">
      <h3 className="mb-1.5 font-medium text-12 text-ink-2">Place</h3>
      <ArrangeFields />
    </section>
  );
}

/** Moves what is selected without dragging: its place in numbers, and buttons that bring nodes onto one line. */
function ArrangeFields() {
  const session = useDialogue();
  const selection = useDialogueState((state) => state.selection);
  const nodes = useDialogueState((state) => state.nodes);
  const notes = useDialogueState((state) => state.annotations);
  const reason = reasonOf(useCan()("edit"));
  const ids = [...selection];
  const model = (): PlacedModel => onRecord(session.store.getState());
  const boxes = boxesOf({ ...model(), nodes, annotations: notes }, ids);
  const corner = boundsOf([...boxes.values()]);
  if (corner === null) return null;
  const run = (gesture: Gesture | null) => {
    if (gesture !== null) session.dispatch(gesture.label, gesture.operations);
  };
  const tooFew = boxes.size < 3 ? "Select three or more things." : null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <Coordinate label="X" value={corner.x} reason={reason} onChange={(x) => run(putAt(model(), ids, { x }))} />
        <Coordinate label="Y" value={corner.y} reason={reason} onChange={(y) => run(putAt(model(), ids, { y }))} />
      </div>
      {boxes.size > 1 && (
        <fieldset aria-label="Align" className="m-0 flex min-w-0 flex-wrap gap-0.5 border-0 p-0">
          {ALIGN_BUTTONS.map(({ to, label, Sign }) => (
            <IconButton
              key={to}
              label={label}
              icon={<Sign {...SIGN} />}
              disabledReason={reason}
              onClick={() => run(align(model(), ids, to))}
            />
          ))}
          {SPACE_BUTTONS.map(({ direction, label, Sign }) => (
            <IconButton
              key={direction}
              label={label}
              icon={<Sign {...SIGN} />}
              disabledReason={reason ?? tooFew}
              onClick={() => run(distribute(model(), ids, direction))}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

interface CoordinateProps {
  label: string;
  value: number;
  reason: string | null;
  onChange: (value: number) => void;
}

/** A coordinate of what is selected. */
function Coordinate({ label, value, reason, onChange }: CoordinateProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5">
      <label htmlFor={id} className="text-12 text-ink-2">
        {label}
      </label>
      <SettledNumber
        id={id}
        isInteger
        min={-FAR}
        max={FAR}
        className={`${CONTROL} numerals`}
        value={Math.round(value)}
        readOnly={reason !== null}
        aria-disabled={reason !== null || undefined}
        data-tip={reason ?? undefined}
        onChange={onChange}
      />
    </div>
  );
}
