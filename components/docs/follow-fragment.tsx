"use client";

import { useEffect } from "react";

interface FollowFragmentProps {
  /** Address that the pages of entries begin with, where the list itself has no link to each. */
  entries?: string;
}

/**
 * Goes on from a list to the page of the entry that the address names in its fragment, as addresses of earlier versions did: the
 * link with this id, or with this text, or else the page of that name.
 */
export function FollowFragment({ entries }: FollowFragmentProps) {
  useEffect(() => {
    const follow = () => {
      const name = decodeURIComponent(location.hash.slice(1));
      const entry =
        document.getElementById(name) ?? [...document.links].find(({ textContent }) => textContent === name);
      if (entry instanceof HTMLAnchorElement) location.replace(entry.href);
      // Names of objects are words in capitals; what else may be in a fragment is a place of the page itself.
      else if (entries !== undefined && entry === undefined && /^[A-Z]\w*$/.test(name))
        location.replace(`${entries}/${name}`);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [entries]);
  return null;
}
