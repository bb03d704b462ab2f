"use client";

import { useAttempt } from "../../frame/api/use-attempt.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { showToast } from "../../ui/toast.ts";
import type { Section } from "./bible-queries.ts";
import { useEntryChange } from "./use-entry-change.ts";

export interface LeftOutProps {
  section: Section;
  onClose: () => void;
}

/** Dialog with what was left out of a section, each with a way back. */
export function LeftOut({ section: { title, left_out }, onClose }: LeftOutProps) {
  return (
    <DialogPopup
      size="md"
      title={`Left out of “${title}”`}
      description="The record keeps it; the bible does not show it."
      onClose={onClose}
    >
      {left_out.length === 0 ? (
        <p className="text-13 text-ink-2">Nothing is left out any more.</p>
      ) : (
        <ul className="divide-y divide-line">
          {left_out.map((each) => (
            <LeftOutRow key={each.key} each={each} />
          ))}
        </ul>
      )}
    </DialogPopup>
  );
}

function LeftOutRow({ each: { key, entry_id, item_title, text } }: { each: Section["left_out"][number] }) {
  const closed = reasonOf(useCan()("change"));
  const { attempt, isBusy, problem } = useAttempt();
  const { change } = useEntryChange({ key, title: item_title, text: null, entryId: entry_id });
  const bringBack = async () => {
    await change({ hidden: false });
    showToast({ text: "It is in the bible again.", undo: () => void attempt(() => change({ hidden: true })) });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 grow basis-60">
        <p dir="auto" className="break-words font-reading text-16">
          {text ?? item_title}
        </p>
        <p dir="auto" className="break-words text-12 text-ink-3">
          {text === null ? "The whole of it" : item_title}
        </p>
      </div>
      <Button size="sm" disabled={isBusy} disabledReason={closed} onClick={() => void attempt(bringBack)}>
        Bring back
      </Button>
      {problem !== null && <AlertLine>{problem}</AlertLine>}
    </li>
  );
}
