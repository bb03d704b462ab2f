"use client";

import { Check, CircleAlert, CloudOff, LoaderCircle, LogIn, Split } from "lucide-react";
import { type ToggleEvent, useEffect, useId, useRef, useState } from "react";
import type { PillState, SavingState } from "../../editor/saving/saving-state.ts";
import { useDialogue, useSaving } from "../../editor/session/dialogue-context.ts";
import { useDrawn } from "../../editor/store/use-drawn.ts";
import { late, useLate } from "../../ui/late.tsx";
import { POPUP } from "../../ui/popup-style.ts";
import { pillWords, recoveredWords, toneOf } from "./pill-words.ts";

const SavingListLate = late<object>(() => import("./saving-list.tsx").then((part) => part.SavingList));

const TONES = {
  calm: "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
  notice: "border-warn bg-warn-soft text-on-warn-soft",
  alarm: "border-error bg-error-soft text-on-error-soft",
} as const;

const SIGNS: Readonly<Record<PillState["kind"], typeof Check>> = {
  saved: Check,
  saving: LoaderCircle,
  offline: CloudOff,
  conflict: Split,
  failed: CircleAlert,
  "signed-out": LogIn,
};

/** Distance between the pill and its list. */
const GAP_PX = 4;
/** Maximum width of the list, with its border. */
const WIDTH_PX = 352;

/** Shows the state of saving, always in words; opens the list of changes that are kept, refused or in conflict. */
export function SavePill() {
  const session = useDialogue();
  const state = useSaving((each) => each);
  const { pill } = state;
  const Sign = SIGNS[pill.kind];
  const words = pillWords(state);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const SavingList = useLate(SavingListLate, isOpen);
  const isDrawn = useDrawn();
  useEffect(() => {
    // After the first node, not when it is opened: then there may be no connection.
    if (isDrawn) SavingListLate.warm();
  }, [isDrawn]);
  const place = (event: ToggleEvent) => {
    const box = button.current?.getBoundingClientRect();
    if (event.newState !== "open" || box === undefined || list.current === null) return;
    list.current.style.top = `${box.bottom + GAP_PX}px`;
    list.current.style.right = `${Math.max(GAP_PX, Math.min(window.innerWidth - box.right, window.innerWidth - WIDTH_PX))}px`;
  };
  const canRetry = pill.kind === "failed" && state.refused.length === 0;
  return (
    <div className="flex min-w-0 items-center gap-1.5 text-12">
      <button
        ref={button}
        type="button"
        data-pill={pill.kind}
        aria-haspopup="dialog"
        popoverTarget={id}
        className={`inline-flex min-h-7 min-w-0 cursor-pointer items-center gap-1.5 rounded-round border px-2.5 py-0.5 font-medium xl:min-w-28 ${TONES[toneOf(pill)]}`}
      >
        <Sign
          aria-hidden="true"
          className={`size-3.5 shrink-0 ${pill.kind === "saving" ? "motion-safe:animate-spin" : ""}`}
        />
        <span role="status" className="numerals truncate">
          {words}
        </span>
      </button>
      <div
        ref={list}
        id={id}
        // The browser's own: it opens without a connection, which is when it is needed.
        popover="auto"
        role="dialog"
        aria-label="Saving"
        onBeforeToggle={place}
        onToggle={(event) => setOpen(event.newState === "open")}
        className={`${POPUP} fixed inset-auto m-0 max-h-[80dvh] max-w-[calc(100vw-1rem)] overflow-y-auto p-3`}
      >
        {SavingList !== null && <SavingList />}
      </div>
      {canRetry && (
        <button type="button" className="link shrink-0 cursor-pointer font-medium" onClick={() => session.retry()}>
          Retry
        </button>
      )}
      {!state.keepsLocally && pill.kind !== "offline" && (
        <span role="status" className="shrink-0 text-on-warn-soft">
          Changes are kept only in this tab
        </span>
      )}
      <Recovered recovered={state.recovered} />
    </div>
  );
}

/** Milliseconds for which it is said that what was found unsent is saved now. */
const SAID_MS = 8_000;

/** Says for a while that changes of an earlier visit are saved now. */
function Recovered({ recovered }: Pick<SavingState, "recovered">) {
  const words = recovered === null ? null : recoveredWords(recovered);
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (words === null) return;
    const timer = setTimeout(() => setOver(words), SAID_MS);
    return () => clearTimeout(timer);
  }, [words]);
  if (words === null || words === over) return null;
  return (
    <span role="status" className="hidden shrink-0 text-ink-2 md:inline">
      {words}
    </span>
  );
}
