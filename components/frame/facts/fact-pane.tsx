import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

interface FactPaneProps {
  name: string;
  /** Closes it, where nothing in it does. */
  onClose?: () => void;
  children: ReactNode;
}

/** Part that opens below a fact: a form, or more of what is known of it. */
export function FactPane({ name, onClose, children }: FactPaneProps) {
  return (
    <section
      aria-label={name}
      className="mt-2 rounded-card border border-line bg-panel p-3"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || onClose === undefined) return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
      {onClose !== undefined && (
        <Button size="sm" variant="bare" className="-ms-2.5 mt-1 align-middle" onClick={onClose}>
          Close
        </Button>
      )}
    </section>
  );
}
