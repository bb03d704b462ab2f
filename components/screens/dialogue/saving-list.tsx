"use client";

import { ConflictBanner } from "../../editor/fields/conflict-banner.tsx";
import { timeOf } from "../../editor/saving/conflict-words.ts";
import type { RefusedGesture, SavingState } from "../../editor/saving/saving-state.ts";
import { useDialogue, useDialogueState, useSaving } from "../../editor/session/dialogue-context.ts";
import { Button } from "../../ui/button.tsx";
import { recoveredWords } from "./pill-words.ts";

/** Lists the changes that are kept, the ones that were not saved with the reason, and the conflicts to decide. */
export function SavingList() {
  const state = useSaving((each) => each);
  const conflicts = useDialogueState((each) => each.conflicts);
  return (
    <div className="w-80 max-w-full space-y-3 text-13">
      <p className="text-ink-2">{explanation(state)}</p>
      <RequestId state={state} />
      {state.recovered !== null && <p className="text-ink-2">{recoveredWords(state.recovered)}.</p>}
      <Kept state={state} />
      {state.refused.length > 0 && (
        <section aria-label="Not saved" className="space-y-2">
          <h2 className="font-semibold text-13 text-ink">Not saved</h2>
          <ul className="space-y-2">
            {state.refused.map((each) => (
              <Refused key={each.entryId} gesture={each} />
            ))}
          </ul>
        </section>
      )}
      {[...conflicts.values()].flat().map((conflict) => (
        <ConflictBanner key={`${conflict.subjectId}${conflict.field}`} conflict={conflict} />
      ))}
    </div>
  );
}

/** Lists the changes that are not sent yet, by name; of many, only the last ones. */
function Kept({ state: { kept, unsent } }: { state: SavingState }) {
  if (unsent === 0) return null;
  return (
    <section aria-label="Not sent yet" className="space-y-1">
      <h2 className="font-semibold text-13 text-ink">Not sent yet</h2>
      <ul className="max-h-48 space-y-0.5 overflow-y-auto text-12 text-ink-2">
        {kept.map(({ entryId, label, at }) => (
          <li key={entryId} className="flex gap-2">
            <span className="numerals shrink-0 text-ink-3">{timeOf(at)}</span>
            <span dir="auto" className="min-w-0 truncate">
              {label}
            </span>
          </li>
        ))}
        {unsent > kept.length && <li>and {unsent - kept.length} more</li>}
      </ul>
    </section>
  );
}

function Refused({ gesture }: { gesture: RefusedGesture }) {
  const session = useDialogue();
  const { entryId, label, text, message, at } = gesture;
  return (
    <li className="space-y-1.5 rounded-control border border-line p-2">
      <p className="font-medium text-ink">
        {label} <span className="numerals font-normal text-12 text-ink-3">{timeOf(at)}</span>
      </p>
      {message !== "" && <p className="text-12 text-ink-2">{message}</p>}
      {text !== "" && (
        <p
          dir="auto"
          className="max-h-32 overflow-y-auto whitespace-pre-wrap rounded-control bg-canvas px-2 py-1 font-reading text-13 text-ink"
        >
          {text}
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {text !== "" && (
          <Button size="sm" onClick={() => void navigator.clipboard?.writeText(text)}>
            Copy
          </Button>
        )}
        <Button size="sm" onClick={() => session.retryRefused(entryId)}>
          Retry
        </Button>
        <Button size="sm" variant="danger" onClick={() => session.discardRefused(entryId)}>
          Discard
        </Button>
      </div>
    </li>
  );
}

function RequestId({ state: { pill } }: { state: SavingState }) {
  if (pill.kind !== "failed" || pill.requestId === null) return null;
  return <p className="break-all font-code text-11 text-ink-3">request {pill.requestId}</p>;
}

function explanation({ pill, unsent, keepsLocally, refused }: SavingState): string {
  const kept = keepsLocally
    ? "Everything you write is kept on this device until it is saved."
    : "This browser cannot store changes on this device. Keep this tab open until they are saved.";
  switch (pill.kind) {
    case "saved":
      return unsent === 0 ? "Everything is saved." : kept;
    case "saving":
      return kept;
    case "offline":
      return `There is no connection. ${kept} It is sent as soon as there is one.`;
    case "conflict":
      return "Someone else changed the same text. Theirs is saved; yours is shown here until you choose.";
    case "failed":
      return refused.length > 0
        ? "These changes could not be saved, and are kept here. Everything else is saved."
        : `The service could not save this. ${kept} It will be retried automatically.`;
    case "signed-out":
      return pill.other === null
        ? `You are signed out. ${kept} Sign in, and it is sent.`
        : `Someone else is signed in: ${pill.other}. Your changes are kept and are not sent from their account.`;
  }
}
