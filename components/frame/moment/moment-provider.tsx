"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, use, useCallback, useMemo, useRef } from "react";
import { AddressContext } from "../../ui/page-link.tsx";

/** The moment that is looked at. */
export interface Moment {
  /** The sequence from `?at=`; null for now. */
  readonly at: number | null;
  /** Coordinates for every read of a project: `{…input, ...reading}`. */
  readonly reading: { at_seq?: number };
  /** Moment compared with the one shown, from `?to=`: another sequence or now; null for none, and at now. */
  readonly comparedWith: number | "now" | null;
  /** Compares the moment that is looked at with another one, or with none. */
  compareWith(other: number | "now" | null): void;
  /** Goes to a moment, or back to now with null, where the page is as it was when it was left. */
  goTo(at: number | null): void;
  /** The sequence that is asked to be restored, from `?restore=`; null where nothing is asked, and at an earlier moment. */
  readonly restoring: number | null;
  /** Goes back to now and asks there whether what the page is about becomes what it is at this moment. */
  askRestore(): void;
  /** Ends the question: at the moment it came from, or where one is. */
  endRestore(then: "look" | "stay"): void;
}

/** Two moments in the order of time. */
export interface MomentRange {
  readonly past: number;
  readonly present: number | "now";
}

/** The moment that is looked at and another one, whichever was first. */
export function inOrder(at: number, other: number | "now"): MomentRange {
  return other === "now" || at < other ? { past: at, present: other } : { past: other, present: at };
}

/** A sequence in the address. */
const sequenceOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** The pages of one project. */
const PROJECT = /^\/projects\/[^/?#]+(?=[/?#]|$)/;

/** Returns the address of a page at the moment that is looked at: every page of the project is shown at it, until one goes back to now. */
export function atMoment(href: string, pathname: string, at: number | null): string {
  const project = PROJECT.exec(pathname)?.[0];
  if (at === null || project === undefined || PROJECT.exec(href)?.[0] !== project) return href;
  const address = new URL(href, "http://studio");
  if (address.searchParams.has("at")) return href;
  address.searchParams.set("at", String(at));
  return `${address.pathname}${address.search}${address.hash}`;
}

const MomentContext = createContext<Moment | null>(null);

/** Takes the moment from the address, so that a link shows what its sender saw. */
export function MomentProvider({ children }: { children: ReactNode }) {
  const params = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const at = sequenceOf(params.get("at"));
  const asked = sequenceOf(params.get("restore"));
  const to = params.get("to") === "now" ? "now" : sequenceOf(params.get("to"));
  /** The page at now that was left for an earlier moment, and what its address said. */
  const left = useRef<{ pathname: string; search: string } | null>(null);
  const moment = useMemo<Moment>(() => {
    const go = (
      how: "push" | "replace",
      next: number | null,
      others: { restore?: number | null; to?: number | "now" | null } = {},
    ) => {
      const { search } = window.location;
      if (at === null) left.current = { pathname, search };
      const isReturn = next === null && left.current?.pathname === pathname;
      const query = new URLSearchParams(isReturn ? left.current?.search : search);
      const { restore = null, to: other = next === null || next === to ? null : to } = others;
      for (const [name, value] of Object.entries({ at: next, restore, to: other })) {
        if (value === null) query.delete(name);
        else query.set(name, String(value));
      }
      router[how](query.size === 0 ? pathname : `${pathname}?${query}`);
    };
    return {
      at,
      reading: at === null ? {} : { at_seq: at },
      comparedWith: at === null || to === at ? null : to,
      compareWith: (other) => go("push", at, { to: other }),
      goTo: (next) => go("push", next),
      restoring: at === null ? asked : null,
      askRestore: () => go("push", null, { restore: at }),
      endRestore: (then) => go("replace", then === "look" ? asked : null),
    };
  }, [at, asked, to, pathname, router]);
  const keepMoment = useCallback((href: string) => atMoment(href, pathname, at), [pathname, at]);
  return (
    <MomentContext value={moment}>
      <AddressContext value={keepMoment}>{children}</AddressContext>
    </MomentContext>
  );
}

/** The moment that is looked at, wherever one asks. */
export function useMoment(): Moment {
  const moment = use(MomentContext);
  if (moment === null) throw new Error("used outside MomentProvider");
  return moment;
}
