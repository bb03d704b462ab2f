import type { ReactNode } from "react";

const TONES = {
  error: { box: "border-error bg-error-soft text-on-error-soft", mark: "text-error" },
  warn: { box: "border-warn bg-warn-soft text-on-warn-soft", mark: "text-warn" },
  info: { box: "border-line bg-canvas text-ink-2", mark: "text-ink-3" },
} as const;

/** Each tone has a shape of its own, so that colour is never the only sign. */
function Mark({ tone }: { tone: keyof typeof TONES }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`mt-0.5 size-4 shrink-0 ${TONES[tone].mark}`}
      fill="currentColor"
      aria-hidden="true"
    >
      {tone === "error" && (
        <path d="M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2Zm2 3v5h1.6V4Zm0 6.4V12h1.6v-1.6Z" fillRule="evenodd" />
      )}
      {tone === "warn" && <path d="M8 1.2 15.4 14.5H.6Zm-.8 4.9v4.3h1.6V6.1Zm0 5.5v1.5h1.6v-1.5Z" fillRule="evenodd" />}
      {tone === "info" && (
        <path d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm-.8 3v1.6h1.6V4Zm0 3v5h1.6V7Z" fillRule="evenodd" />
      )}
    </svg>
  );
}

interface NoticeProps {
  tone: keyof typeof TONES;
  title?: ReactNode;
  /** Set where the notice answers something the reader just did. */
  announce?: boolean;
  children?: ReactNode;
}

/**
 * Message about an event, its consequences and the next step; it stays in its place until it is settled, unlike a
 * toast.
 */
export function Notice({ tone, title, announce = false, children }: NoticeProps) {
  return (
    <div
      role={announce ? "alert" : undefined}
      className={`flex gap-2.5 rounded-control border px-3.5 py-2.5 text-14 ${TONES[tone].box}`}
    >
      <Mark tone={tone} />
      <div className="min-w-0">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
