import type { ReactNode } from "react";

/** Says in a sentence why something was not done, read out as it appears; nothing where there is no reason. */
export function AlertLine({ children, className = "text-12" }: { children: ReactNode; className?: string }) {
  if (children === null || children === undefined) return null;
  return (
    <p role="alert" className={`text-error ${className}`}>
      {children}
    </p>
  );
}
