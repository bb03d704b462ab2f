"use client";

import { Check, CircleAlert, CloudOff, LoaderCircle, LogIn, Split } from "lucide-react";
import { useDialogue, useSaving } from "../dialogue/store/dialogue-context.ts";
import type { PillState } from "../dialogue/store/session.ts";
import { Popover } from "../ui/popover.tsx";
import { pillWords, recoveredWords, toneOf } from "./pill-words.ts";
import { SavingList } from "./saving-list.tsx";
import { SignInInNewTab } from "./sign-in-in-new-tab.tsx";

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

/** How saving stands, always in words; opens the list of what is kept, refused or in conflict. */
export function SavePill() {
  const { retry } = useDialogue();
  const state = useSaving((each) => each);
  const { pill } = state;
  const Sign = SIGNS[pill.kind];
  const words = pillWords(state);
  const canRetry = pill.kind === "failed" && state.refused.length === 0;
  return (
    <div className="flex min-w-0 items-center gap-1.5 text-12">
      <Popover
        label="Saving"
        align="end"
        trigger={(props) => (
          <button
            type="button"
            data-pill={pill.kind}
            className={`inline-flex min-h-7 min-w-0 cursor-pointer items-center gap-1.5 rounded-round border px-2.5 py-0.5 font-medium ${TONES[toneOf(pill)]}`}
            {...props}
          >
            <Sign
              aria-hidden="true"
              className={`size-3.5 shrink-0 ${pill.kind === "saving" ? "motion-safe:animate-spin" : ""}`}
            />
            <span role="status" className="numerals truncate">
              {words}
            </span>
          </button>
        )}
      >
        {() => <SavingList />}
      </Popover>
      {canRetry && (
        <button type="button" className="link shrink-0 cursor-pointer font-medium" onClick={retry}>
          Retry
        </button>
      )}
      {pill.kind === "signed-out" && <SignInInNewTab />}
      {!state.keepsLocally && pill.kind !== "offline" && (
        <span role="status" className="shrink-0 text-on-warn-soft">
          Changes are kept only in this tab
        </span>
      )}
      {state.recovered !== null && (
        <span role="status" className="hidden shrink-0 text-ink-2 md:inline">
          {recoveredWords(state.recovered)}
        </span>
      )}
    </div>
  );
}
