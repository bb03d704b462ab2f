"use client";

import { counted } from "#domain/counted.ts";
import type { Outputs } from "../../../frame/api/client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { danglingInWords, neededParts } from "./suggested-shapes.ts";

type Preview = Outputs["suggestions"]["preview"];

/** Sentences shown at once. */
const SHOWN = 8;

interface ConsequencesDialogProps {
  preview: Preview;
  nameOf: (id: string | null) => string;
  /** Accepts these parts and those that they need. */
  onWithOthers: () => void;
  /** Accepts them as they are, over what others wrote and with what dangles. */
  onAnyway: () => void;
  /** Keeps what others wrote: the parts that meet it are rejected. */
  onTheirs: () => void;
  onClose: () => void;
}

/** Says before an acceptance what it would leave behind, and whose words it would write over. */
export function ConsequencesDialog(props: ConsequencesDialogProps) {
  const { preview, nameOf, onWithOthers, onAnyway, onTheirs, onClose } = props;
  const needed = neededParts(preview);
  const conflicts = preview.parts.flatMap((part) => conflictsOf(part.problem?.detail));
  const refused = preview.parts.filter(({ outcome }) => outcome === "refused");
  const isStuck = refused.length > 0 && needed.length === 0;
  const broken = preview.violations.map(({ message }) => message);
  const sentences = [...broken, ...danglingInWords(preview.dangling, nameOf)];
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        conflicts.length > 0
          ? "Someone changed this"
          : broken.length > 0
            ? "Accept a contradiction?"
            : "Accept only this part?"
      }
      size="md"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {conflicts.length > 0 && <Button onClick={onTheirs}>Keep the current text</Button>}
          {refused.length === 0 && (
            <Button variant={needed.length > 0 ? "quiet" : "primary"} onClick={onAnyway}>
              {conflicts.length > 0 ? "Take the suggestion" : "Accept anyway"}
            </Button>
          )}
          {needed.length > 0 && (
            <Button variant="primary" onClick={onWithOthers}>
              Accept with {counted(needed.length, "more part")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-13 text-ink">
        {conflicts.map(({ field, mine, theirs }) => (
          <dl key={field} className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-control border border-line p-3">
            <dt className="text-ink-2">Suggested</dt>
            <dd dir="auto">{shown(mine)}</dd>
            <dt className="text-ink-2">Current</dt>
            <dd dir="auto">{shown(theirs)}</dd>
          </dl>
        ))}
        {isStuck && <p>It no longer fits the dialogue. Edit or reject it.</p>}
        {refused.length > 0 && needed.length > 0 && <p>It changes a card that another part of the suggestion adds.</p>}
        {sentences.length > 0 && (
          <ul className="list-disc space-y-1 ps-5">
            {sentences.slice(0, SHOWN).map((sentence) => (
              <li key={sentence} dir="auto">
                {sentence}
              </li>
            ))}
            {sentences.length > SHOWN && <li>And {sentences.length - SHOWN} more.</li>}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

interface Conflict {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

function conflictsOf(detail: unknown): readonly Conflict[] {
  if (typeof detail !== "object" || detail === null || !("conflicts" in detail)) return [];
  return detail.conflicts as readonly Conflict[];
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : value === null ? "Nothing" : JSON.stringify(value);
}
