"use client";

import { useEffect, useState } from "react";

const WORDS = { ready: "Copy", copied: "Copied", refused: "The browser does not allow it" } as const;

interface CopyButtonProps {
  /** Stand over the code only while it is pointed at or focused, where there is no bar to stand in. */
  shy: boolean;
}

/** Copies the code of the figure it stands in: given the text, a page would carry all of it once more. Absent until scripts run, because without them it could do nothing. */
export function CopyButton({ shy }: CopyButtonProps) {
  const [state, setState] = useState<"absent" | "ready" | "copied" | "refused">("absent");
  useEffect(() => {
    // The clipboard exists only in secure contexts: https, or this machine.
    if (navigator.clipboard !== undefined) setState("ready");
  }, []);
  useEffect(() => {
    if (state !== "copied" && state !== "refused") return;
    const timer = setTimeout(() => setState("ready"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === "absent") return null;
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        const code = currentTarget.closest("figure")?.querySelector("pre")?.textContent ?? "";
        navigator.clipboard.writeText(code).then(
          () => setState("copied"),
          () => setState("refused"),
        );
      }}
      className={`absolute end-2 top-1.5 cursor-pointer rounded-control border border-line bg-panel px-2 py-0.5 text-11 text-ink-2 transition-colors duration-(--hover) hover:border-line-strong hover:text-ink print:hidden ${shy ? "opacity-0 focus:opacity-100 group-hover:opacity-100 pointer-coarse:hidden" : ""}`}
    >
      <span aria-live="polite">{WORDS[state]}</span>
    </button>
  );
}
