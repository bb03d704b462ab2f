"use client";

import { useDialogueState, useSaving } from "../session/dialogue-context.ts";
import { useProblemsState } from "../store/use-problems.ts";

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Who checked what is seen: the server, as long as its answer speaks of this very state; otherwise this device. */
export function CheckedLine() {
  const confirmed = useProblemsState((state) => state.confirmed);
  const isChecked = useProblemsState((state) => state.isChecked);
  const checkedAt = useProblemsState((state) => state.checkedAt);
  const seq = useDialogueState((state) => state.seq);
  const isSaved = useSaving((state) => state.unsent === 0);
  if (!isChecked) return <>Checking…</>;
  const isConfirmed = confirmed !== null && confirmed.seq === seq && isSaved && confirmed.at >= checkedAt;
  return <>{isConfirmed ? `Checked by the server ${TIME.format(confirmed.at)}` : "Checked on this device"}</>;
}
