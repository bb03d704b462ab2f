import type { ReactNode } from "react";
import { ThreadMark } from "./brand/wordmark.tsx";
import { PageLink } from "./page-link.tsx";

interface EmptyStateProps {
  /** One sentence: what is not here yet. */
  children: ReactNode;
  /** Button for the next step. */
  action?: ReactNode;
  /** Link to further reading. */
  link?: { readonly href: string; readonly label: string } | undefined;
  className?: string | undefined;
}

/** A place with nothing in it: one sentence, one action, one link. */
export function EmptyState({ children, action, link, className = "" }: EmptyStateProps) {
  return (
    <div className={`mx-auto flex max-w-md flex-col items-center gap-4 px-6 py-12 text-center ${className}`}>
      <ThreadMark className="h-6 w-10 text-thread" />
      <p className="text-balance font-reading text-16 text-ink-2">{children}</p>
      {action}
      {link !== undefined && (
        <PageLink href={link.href} className="link text-13">
          {link.label}
        </PageLink>
      )}
    </div>
  );
}
