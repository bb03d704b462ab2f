"use client";

import { useState } from "react";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { showToast } from "../../ui/toast.ts";
import type { EntryWordsProps } from "./entry-words.tsx";
import { type EntryTarget, useEntryChange } from "./use-entry-change.ts";

const EntryWordsLate = latePart<EntryWordsProps>(() => import("./entry-words.tsx").then((part) => part.EntryWords));

/** Buttons that change the words, the place and the presence of a line in the bible. */
export function EntryActions({ target, isSection = false }: { target: EntryTarget; isSection?: boolean }) {
  const [isWriting, setWriting] = useState(false);
  const closed = reasonOf(useCan()("change"));
  const { attempt, isBusy, problem } = useAttempt();
  const { change, remove } = useEntryChange(target);
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button size="sm" variant="bare" disabledReason={closed} onClick={() => setWriting(true)}>
        {isSection ? (target.text === null ? "Add words" : "Change words") : "Other words"}
      </Button>
      {!isSection && (
        <>
          <Button
            size="sm"
            variant="bare"
            disabled={isBusy}
            disabledReason={closed}
            onClick={() => void attempt(() => change({ pin: target.pin == null ? 1 : null }))}
          >
            {target.pin == null ? "Pin" : "Unpin"}
          </Button>
          <Button
            size="sm"
            variant="bare"
            disabled={isBusy}
            disabledReason={closed}
            onClick={() =>
              void attempt(async () => {
                await change({ hidden: true });
                showToast({
                  text: "Left out of the bible. The record keeps it.",
                  undo: () => void attempt(() => change({ hidden: false })),
                });
              })
            }
          >
            Leave out
          </Button>
        </>
      )}
      {target.entryId !== null && (
        <Button size="sm" variant="bare" disabled={isBusy} disabledReason={closed} onClick={() => void attempt(remove)}>
          {isSection ? "Remove words" : "As recorded"}
        </Button>
      )}
      {problem !== null && <AlertLine>{problem}</AlertLine>}
      {isWriting && <EntryWordsLate target={target} change={change} onClose={() => setWriting(false)} />}
    </div>
  );
}
