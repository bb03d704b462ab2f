/** The thread of events: three knots, told in an order that is not the order they happened in. */
export function ThreadMark({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 20" className={className} fill="none" aria-hidden="true">
      <path
        d="M1 14.5c4.5 0 4.5-9 10-9s5 9 10.5 9S26.5 9 31 9"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <circle cx="11" cy="5.5" r="2.6" fill="currentColor" />
      <circle cx="21.5" cy="14.5" r="2.6" fill="currentColor" />
    </svg>
  );
}

/** The product's name. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <ThreadMark className="h-4.5 w-7 text-accent" />
      <span className="font-reading font-semibold text-20 text-ink tracking-[-0.01em]">Fabula</span>
    </span>
  );
}
