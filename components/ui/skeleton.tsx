/** A place that is being read, at its final size. It appears after a moment only: most reads are faster. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span className={`late-shown block rounded-control bg-hover forced-colors:border ${className}`} />;
}

/** Says to assistive technology what is being read; the skeletons around it are silent. */
export function Loading({ what }: { what: string }) {
  return (
    <p role="status" className="sr-only">
      Reading {what}…
    </p>
  );
}
