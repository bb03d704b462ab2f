import { type ComponentProps, type ReactNode, useId } from "react";
import { Reason, refusal, WAITS } from "./refusal.tsx";

const VARIANTS = {
  primary:
    "bg-accent text-on-accent border-accent not-aria-disabled:hover:bg-accent-strong not-aria-disabled:hover:border-accent-strong forced-colors:border-[ButtonText] forced-colors:bg-[ButtonFace] aria-disabled:border-line aria-disabled:border-dashed",
  quiet:
    "text-ink-2 border-line not-aria-disabled:hover:border-line-strong not-aria-disabled:hover:text-ink aria-disabled:border-dashed",
  bare: "text-ink-2 border-transparent not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-ink",
  danger:
    "text-error border-error not-aria-disabled:hover:bg-error-soft forced-colors:border-[ButtonText] aria-disabled:border-line aria-disabled:border-dashed",
} as const;

const SIZES = {
  md: "min-h-9 gap-2 px-3.5 py-1.5 text-14",
  sm: "min-h-7 gap-1.5 px-2.5 py-0.5 text-13",
} as const;

const SHAPE =
  "inline-flex shrink-0 items-center justify-center rounded-control border font-interface font-medium transition-colors duration-(--hover)";
const CLOSED =
  "not-aria-disabled:cursor-pointer aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-ink-3";
const WAITING = "cursor-progress opacity-60";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  /** Whether it does not act for now. It keeps the focus, which a disabled element of the page would lose. */
  disabled?: boolean | undefined;
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
  /** Drawn before the words; hidden from assistive technology by whoever draws it. */
  icon?: ReactNode;
  /**
   * Reason why the button is disabled. It stays focusable, so that the reason can be read; null or absent while it is
   * enabled.
   */
  disabledReason?: string | null | undefined;
}

/** The one shape of a thing that acts when pressed. */
export function Button({
  variant = "quiet",
  size = "md",
  type = "button",
  icon,
  disabled,
  disabledReason,
  className = "",
  children,
  ...rest
}: ButtonProps) {
  const id = useId();
  return (
    <button
      type={type}
      className={`${SHAPE} ${disabled === true ? WAITING : CLOSED} ${SIZES[size]} ${VARIANTS[variant]} ${className}`}
      {...rest}
      {...(disabled === true && WAITS)}
      {...refusal(disabledReason, id)}
    >
      {icon}
      {children}
      <Reason id={id} reason={disabledReason} />
    </button>
  );
}
