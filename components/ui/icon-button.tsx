import { type ComponentProps, type ReactNode, useId } from "react";
import { Reason, refusal } from "./refusal.tsx";

const SIZES = { md: "size-8", sm: "size-7" } as const;

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  /** Shortcut as written on this platform, for the tooltip. */
  keys?: string | null | undefined;
  size?: keyof typeof SIZES | undefined;
  /** Reason why the button is disabled; null or absent while it is enabled. */
  disabledReason?: string | null | undefined;
}

/** A button drawn as a sign. Its words are its name and its tooltip. */
export function IconButton({
  label,
  icon,
  keys,
  size = "md",
  type = "button",
  disabledReason,
  className = "",
  ...rest
}: IconButtonProps) {
  const id = useId();
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={label}
      data-tip-keys={keys ?? undefined}
      className={`inline-flex shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-2 transition-colors duration-(--hover) not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 aria-disabled:opacity-60 aria-expanded:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-strong ${SIZES[size]} ${className}`}
      {...rest}
      {...refusal(disabledReason, id)}
      {...(disabledReason != null && { "data-tip": `${label}. ${disabledReason}` })}
    >
      {icon}
      <Reason id={id} reason={disabledReason} />
    </button>
  );
}
