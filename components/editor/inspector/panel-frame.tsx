"use client";

import { X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { MAX_WIDTH, MIN_WIDTH, setPanelWidth, usePanelWidth } from "./panel-width.ts";

/** Whether there is no room for a docked panel beside the canvas (`--breakpoint-lg`), so that panels become sheets. */
const useIsNarrow = (): boolean => useMedia("(width < 64rem)", false);

interface PanelFrameProps {
  /** What is inspected: a line above the tabs. */
  header: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The panel at the right: docked and resizable; on a narrow window a sheet over the page. */
export function PanelFrame(props: PanelFrameProps) {
  return useIsNarrow() ? <Sheet {...props} /> : <Docked {...props} />;
}

function Docked({ header, onClose, children }: PanelFrameProps) {
  const width = usePanelWidth();
  return (
    <aside
      aria-label="Inspector"
      className="relative flex min-h-0 shrink-0 flex-col border-line border-s bg-panel print:hidden"
      style={{ width }}
    >
      <Resizer width={width} />
      <Head header={header} closing="Hide the inspector" onClose={onClose} />
      {children}
    </aside>
  );
}

function Head({ header, closing, onClose }: { header: ReactNode; closing: string; onClose: () => void }) {
  return (
    <header className="flex shrink-0 items-center gap-2 py-1.5 ps-4 pe-2">
      <div className="min-w-0 grow">{header}</div>
      <IconButton size="sm" label={closing} icon={<X aria-hidden="true" size={16} />} onClick={onClose} />
    </header>
  );
}

const STEP = 16;

/** The edge that is dragged, or moved with the arrow keys. */
function Resizer({ width }: { width: number }) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const goals: Record<string, number> = {
      ArrowLeft: width + STEP,
      ArrowRight: width - STEP,
      Home: MIN_WIDTH,
      End: MAX_WIDTH,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    setPanelWidth(goal);
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.preventDefault();
    const start = event.clientX;
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("pointermove", ({ clientX }) => setPanelWidth(width + start - clientX), { signal });
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => listening.abort(), { signal });
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has a value and the focus; <hr> has neither.
    <div
      role="separator"
      aria-label="Width of the inspector"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      className="absolute inset-y-0 -start-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent/20 focus-visible:bg-accent/30"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  );
}

/** On a narrow window the panel lies over the page, takes the focus, and gives it back. */
function Sheet({ header, onClose, children }: PanelFrameProps) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a press beside the sheet; its close button and Escape do the same. */}
      <div className="fixed inset-0 z-40 bg-veil print:hidden" onClick={onClose} />
      <aside
        ref={sheet}
        aria-label="Inspector"
        tabIndex={-1}
        className="fixed inset-y-0 end-0 z-50 flex w-[min(100%,26rem)] flex-col border-line-strong border-s bg-panel shadow-float outline-none print:hidden"
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          onClose();
        }}
      >
        <Head header={header} closing="Put the inspector away" onClose={onClose} />
        {children}
      </aside>
    </>
  );
}

/** What is inspected, in the head of the panel. */
export function PanelTitle({ kind, name }: { kind: string; name: string }) {
  return (
    <>
      <p className="text-11 text-ink-3">{kind}</p>
      <h2 className="truncate font-semibold text-14" dir="auto">
        {name}
      </h2>
    </>
  );
}

/** The part of the panel that scrolls, where it has no tabs. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 grow space-y-4 overflow-y-auto border-line border-t px-4 py-3">{children}</div>;
}
