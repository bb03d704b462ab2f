import type { ReactNode } from "react";

/** The head of a documentation page. */
export function PageTitle({ kicker, title, children }: { kicker?: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-8">
      {kicker !== undefined && <p className="mb-1.5 font-reading text-14 text-ink-3 italic">{kicker}</p>}
      <h1 className="text-balance font-reading font-semibold text-28">{title}</h1>
      {children !== undefined && <div className="prose mt-4 text-ink-2">{children}</div>}
    </header>
  );
}
