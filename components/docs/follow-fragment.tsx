"use client";

import { useEffect } from "react";

/**
 * Goes on from a list to the page of the entry that the address names in its fragment, as addresses of earlier versions did: the
 * link with this id, or with this text.
 */
export function FollowFragment() {
  useEffect(() => {
    const follow = () => {
      const name = decodeURIComponent(location.hash.slice(1));
      const entry =
        document.getElementById(name) ?? [...document.links].find(({ textContent }) => textContent === name);
      if (entry instanceof HTMLAnchorElement) location.replace(entry.href);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return null;
}
