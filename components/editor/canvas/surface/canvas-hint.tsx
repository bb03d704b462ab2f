import type { ReactNode } from "react";

/** Says at the top of the canvas what is going on and how it ends. Read out too, where the live region says the same. */
export function CanvasHint({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 z-20 flex justify-center px-4">
      <div
        className="pointer-events-auto max-w-xl rounded-control border border-line-strong bg-panel px-3 py-1.5 text-13 text-ink shadow-float"
        dir="auto"
      >
        {children}
      </div>
    </div>
  );
}
