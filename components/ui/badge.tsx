import type { ReactNode } from "react";

const TONES = {
  plain: "border-line text-ink-2",
  warn: "border-warn/35 bg-warn-soft text-on-warn-soft",
  bad: "border-error/35 bg-error-soft text-on-error-soft",
  ok: "border-ok/35 bg-ok-soft text-on-ok-soft",
} as const;

/** A word that classifies what it stands beside. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-round border px-2 py-px font-interface font-medium text-11 leading-4 tracking-wide ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
