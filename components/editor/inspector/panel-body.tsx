import type { ReactNode } from "react";

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
