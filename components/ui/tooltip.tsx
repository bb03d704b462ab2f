"use client";

import { useEffect, useRef, useState } from "react";
import { Kbd } from "./kbd.tsx";

interface Shown {
  readonly anchor: HTMLElement;
  readonly text: string;
  readonly keys: string | null;
}

/** Time before a tooltip appears under the pointer; focus shows it at once, and so does moving on from another. */
const DELAY_MS = 500;
/** Time in which the pointer can travel from the control to its tooltip. */
const GRACE_MS = 120;

function tipped(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}

/**
 * The one tooltip of the page, for every control that carries `data-tip`, and `data-tip-keys` for its shortcut. It stands in the top layer, tied to its control
 * by the browser; Escape dismisses it, and the pointer may rest on it. It repeats what the control's name or description
 * says, so it is hidden from assistive technology.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const layer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = false;
    const show = (anchor: HTMLElement) => {
      clearTimeout(timer);
      isShown = true;
      setShown({ anchor, text: anchor.dataset.tip ?? "", keys: anchor.dataset.tipKeys ?? null });
    };
    const hide = () => {
      clearTimeout(timer);
      isShown = false;
      setShown(null);
    };
    const over = (event: PointerEvent) => {
      if (event.pointerType === "touch" || event.buttons !== 0) return;
      if (layer.current?.contains(event.target as Node)) return clearTimeout(timer);
      const anchor = tipped(event.target);
      clearTimeout(timer);
      if (anchor === null) timer = setTimeout(hide, GRACE_MS);
      else timer = setTimeout(() => show(anchor), isShown ? GRACE_MS : DELAY_MS);
    };
    const focus = (event: FocusEvent) => {
      const anchor = tipped(event.target);
      if (anchor?.matches(":focus-visible")) show(anchor);
      else if (isShown) hide();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape" && isShown) hide();
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", hide, true);
    document.addEventListener("keydown", key);
    window.addEventListener("blur", hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", hide, true);
      document.removeEventListener("keydown", key);
      window.removeEventListener("blur", hide);
    };
  }, []);

  useEffect(() => {
    const box = layer.current;
    if (shown === null || box === null || !shown.anchor.isConnected) return;
    shown.anchor.style.setProperty("anchor-name", "--tip");
    box.showPopover();
    return () => {
      shown.anchor.style.removeProperty("anchor-name");
      box.hidePopover();
    };
  }, [shown]);

  return (
    <div
      ref={layer}
      popover="manual"
      aria-hidden="true"
      className="inset-auto m-1.5 max-w-72 rounded-control border border-line-strong bg-panel px-2 py-1 text-12 text-ink shadow-float [position-anchor:--tip] [position-area:block-end] [position-try-fallbacks:flip-block,block-start_span-inline-start,block-end_span-inline-start] print:hidden"
    >
      {shown !== null && (
        <span className="flex items-center gap-2">
          <span>{shown.text}</span>
          {shown.keys !== null && <Kbd>{shown.keys}</Kbd>}
        </span>
      )}
    </div>
  );
}
