"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { ResizeHandle, useKeptSize } from "../fields/resize-handle.tsx";
import { showInspector, useViewStore } from "../store/view-state.ts";

/** Whether there is no room for a docked panel beside the canvas (`--breakpoint-lg`), so that panels become sheets. */
const useIsNarrow = (): boolean => useMedia("(width < 64rem)", false);

/**
 * Widths of the panel in CSS pixels: beside the outline the usual one leaves two thirds of a window of 1440 pixels to
 * the canvas.
 */
const WIDTH = { min: 248, max: 520, usual: 264 };

interface PanelFrameProps {
  /** Head of the panel: a line above the tabs. */
  header: ReactNode;
  children: ReactNode;
}

interface ClosableProps extends PanelFrameProps {
  onClose: () => void;
}

/** The panel at the right: docked and resizable; on a narrow window a sheet over the page. */
export function PanelFrame(props: PanelFrameProps) {
  const view = useViewStore();
  const onClose = () => showInspector(view, false);
  return useIsNarrow() ? <Sheet {...props} onClose={onClose} /> : <Docked {...props} onClose={onClose} />;
}

function Docked({ header, onClose, children }: ClosableProps) {
  const [width, setWidth] = useKeptSize("fabula.inspector-width", WIDTH);
  return (
    <aside
      aria-label="Inspector"
      className="relative flex min-h-0 shrink-0 flex-col border-line border-s bg-panel print:hidden"
      style={{ width }}
    >
      <ResizeHandle
        label="Width of the inspector"
        edge="left"
        size={width}
        range={WIDTH}
        step={16}
        onResize={setWidth}
        className="absolute inset-y-0 -start-1 z-10 w-2 cursor-col-resize hover:bg-accent/20 focus-visible:bg-accent/30"
      />
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

/** Panel over the page on a narrow window; it takes the focus and returns it. */
function Sheet({ header, onClose, children }: ClosableProps) {
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
        <Head header={header} closing="Close the inspector" onClose={onClose} />
        {children}
      </aside>
    </>
  );
}

/** Title of the inspected subject in the head of the panel. */
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
