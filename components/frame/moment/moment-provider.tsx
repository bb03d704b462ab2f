"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, use, useMemo } from "react";

/** The moment that is looked at. */
export interface Moment {
  /** The sequence from `?at=`; null for now. */
  readonly at: number | null;
  /** What every read of a project carries: `{…input, ...reading}`. */
  readonly reading: { at_seq?: number };
  /** Goes to a moment, or back to now with null. */
  goTo(at: number | null): void;
}

const MomentContext = createContext<Moment | null>(null);

/** Takes the moment from the address, so that a link shows what its sender saw. */
export function MomentProvider({ children }: { children: ReactNode }) {
  const text = useSearchParams().get("at");
  const pathname = usePathname();
  const router = useRouter();
  const at = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  const moment = useMemo<Moment>(
    () => ({
      at,
      reading: at === null ? {} : { at_seq: at },
      goTo: (next) => {
        const query = new URLSearchParams(window.location.search);
        if (next === null) query.delete("at");
        else query.set("at", String(next));
        router.push(query.size === 0 ? pathname : `${pathname}?${query}`);
      },
    }),
    [at, pathname, router],
  );
  return <MomentContext value={moment}>{children}</MomentContext>;
}

/** The moment that is looked at, wherever one asks. */
export function useMoment(): Moment {
  const moment = use(MomentContext);
  if (moment === null) throw new Error("used outside MomentProvider");
  return moment;
}
