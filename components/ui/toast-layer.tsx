"use client";

import { X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { dismissToast, shownToasts, subscribeToasts, type Toast } from "./toast.ts";

const NONE: readonly Toast[] = [];

/**
 * Region of the page that shows toasts. It is always in the document, so that assistive technology announces what
 * appears in it; toasts stay while someone points at them or has the focus there.
 */
export function ToastLayer() {
  const toasts = useSyncExternalStore(subscribeToasts, shownToasts, () => NONE);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (toasts.length === 0) setHeld(false);
  }, [toasts]);
  return (
    <section
      aria-label="Results"
      className="pointer-events-none fixed inset-x-0 bottom-[var(--toast-bottom,1rem)] z-60 flex flex-col items-center gap-2 px-4 max-sm:bottom-16 print:hidden"
    >
      <div
        role="status"
        className="pointer-events-auto flex max-w-full flex-col items-center gap-2"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} isHeld={isHeld} />
        ))}
      </div>
    </section>
  );
}

function ToastLine({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  useEffect(() => {
    if (isHeld || toast.stays === null) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.stays);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const hasLines = toast.lines.length > 0;
  return (
    <div
      className={`flex max-w-full items-center gap-2 rounded-card border border-line-strong bg-panel py-1.5 ps-4 pe-1.5 text-13 text-ink shadow-float ${hasLines ? "flex-wrap" : ""}`}
    >
      <p dir="auto" className={`min-w-0 py-1 ${hasLines ? "flex-1" : ""}`}>
        {toast.text}
      </p>
      {toast.undo !== undefined && (
        <Button
          size="sm"
          onClick={() => {
            dismissToast(toast.id);
            toast.undo?.();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton size="sm" label="Dismiss" icon={<X className="size-4" />} onClick={() => dismissToast(toast.id)} />
      {hasLines && <ToastLines text={toast.text} lines={toast.lines} />}
    </div>
  );
}

/**
 * Lists the lines of a toast, one by one; the list takes the focus, so that a long one can be scrolled by keys, too.
 */
function ToastLines({ text, lines }: { text: string; lines: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area is reached by keys
    <section aria-label={text} tabIndex={0} className="max-h-40 basis-full overflow-y-auto">
      <ul className="mt-1 space-y-1 text-ink-2">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a toast never change
          <li key={index} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
