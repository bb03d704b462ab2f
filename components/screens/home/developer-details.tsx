import type { ReactNode } from "react";

/** Fields for developers only, closed until they are asked for. */
export function DeveloperDetails({ children }: { children: ReactNode }) {
  return (
    <details className="rounded-control border border-line px-3 py-2">
      <summary className="cursor-pointer text-13 text-ink-2">For developers</summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
