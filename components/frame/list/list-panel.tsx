"use client";

import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../session/error-state.tsx";

interface ListPanelProps<Data> {
  /** Title before and after loading. */
  title: string;
  /** Name of the loaded subject for messages: "the key". */
  what: string;
  query: { readonly data: Data | undefined; readonly error: unknown; refetch(): unknown };
  onClose: () => void;
  /** Link for when it cannot be shown. */
  back?: { readonly href: string; readonly label: string } | undefined;
  className?: string | undefined;
  children: (data: Data) => ReactNode;
}

/** Panel beside a list for its open row. Escape and its button close it. */
export function ListPanel<Data>({ title, what, query, onClose, back, className = "", children }: ListPanelProps<Data>) {
  const heading = useId();
  const { data, error } = query;
  return (
    <section
      aria-labelledby={heading}
      className={`flex min-h-0 w-96 shrink-0 flex-col overflow-y-auto border-line border-s bg-panel max-lg:w-full max-lg:border-s-0 ${className}`}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing && !event.defaultPrevented) onClose();
      }}
    >
      <header className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-panel px-4 py-2">
        <h2 id={heading} className="min-w-0 grow truncate font-semibold text-14" dir="auto">
          {title}
        </h2>
        <IconButton size="sm" label="Close" icon={<X aria-hidden="true" size={16} />} onClick={onClose} />
      </header>
      {data === undefined && error == null && (
        <div className="space-y-3 px-4 py-4">
          <Loading what={what} />
          <Skeleton className="h-40" />
        </div>
      )}
      {data === undefined && error != null && (
        <ErrorState what={`The details of ${what}`} error={error} onRetry={() => void query.refetch()} back={back} />
      )}
      {data !== undefined && children(data)}
    </section>
  );
}
