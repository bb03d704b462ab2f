import type { ComponentProps } from "react";

const VARIANTS = {
  primary:
    "bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong forced-colors:border-[ButtonText] forced-colors:bg-[ButtonFace]",
  quiet: "bg-transparent text-ink-2 border-line hover:border-line-strong hover:text-ink",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof VARIANTS;
}

/** The one shape of a thing that acts when pressed. */
export function Button({ variant = "quiet", type = "button", className = "", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`inline-flex min-h-9 cursor-pointer items-center justify-center gap-2 rounded-control border px-3.5 py-1.5 font-interface font-medium text-14 transition-colors duration-(--hover) disabled:cursor-progress disabled:opacity-60 ${VARIANTS[variant]} ${className}`}
      {...rest}
    />
  );
}
