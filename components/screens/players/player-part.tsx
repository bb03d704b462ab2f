import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

interface PlayerPartProps<Data> {
  title: string;
  /** Name of what is loaded: "the saves". */
  what: string;
  query: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** Part of a player's panel with a read of its own. */
export function PlayerPart<Data>({ title, what, query: { data, error, refetch }, children }: PlayerPartProps<Data>) {
  return (
    <TitledSection title={title}>
      {data === undefined ? (
        <p className="text-13 text-ink-3" role="status">
          {error === null ? `Loading ${what}…` : `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded.`}
          {error !== null && (
            <Button size="sm" className="ml-2" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </p>
      ) : (
        children(data)
      )}
    </TitledSection>
  );
}

interface MoreProps {
  /** Reads more; absent where there are none. */
  onMore: (() => void) | undefined;
  isBusy: boolean;
}

/** Button that goes on with a list of a player's panel. */
export function More({ onMore, isBusy }: MoreProps) {
  if (onMore === undefined) return null;
  return (
    <Button size="sm" className="mt-2" disabled={isBusy} onClick={onMore}>
      {isBusy ? "Loading…" : "Show more"}
    </Button>
  );
}
