"use client";

interface NotButtonProps {
  /** Subject of the condition, for the name of the button. */
  about: string;
  negated: boolean;
  onChange: (negated: boolean) => void;
  disabledReason: string | null;
}

/** Turns a condition into its opposite and back. */
export function NotButton({ about, negated, onChange, disabledReason }: NotButtonProps) {
  const isDisabled = disabledReason !== null;
  return (
    <button
      type="button"
      aria-pressed={negated}
      aria-label={`Not: negate the condition on ${about}`}
      aria-disabled={isDisabled || undefined}
      className="min-h-8 shrink-0 cursor-pointer rounded-control border border-line px-1.5 text-12 text-ink-3 not-aria-disabled:hover:text-ink aria-disabled:cursor-not-allowed aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-ink"
      onClick={() => {
        if (!isDisabled) onChange(!negated);
      }}
    >
      not
    </button>
  );
}
