/** A place that is being read, at its final size. It appears after a moment only: most reads are faster. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span className={`late-shown block rounded-control bg-hover forced-colors:border ${className}`} />;
}

/** Rows of a list that are being read. */
export function LoadingRows({ what, rows, className }: { what: string; rows: number; className: string }) {
  return (
    <div className="space-y-2 px-5 pt-6">
      <Loading what={what} />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}

/** Says to assistive technology what is being read; the skeletons around it are silent. */
export function Loading({ what }: { what: string }) {
  return (
    <p role="status" className="sr-only">
      Loading {what}…
    </p>
  );
}
