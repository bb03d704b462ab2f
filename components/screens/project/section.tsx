import { type ReactNode, useId } from "react";

/** A part of the settings under a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-2 font-semibold text-14">
        {title}
      </h2>
      {children}
    </section>
  );
}
