"use client";

import { useEffect } from "react";

/** Goes on from a list to the page of the entry that the address names in its fragment, as addresses of earlier versions did. */
export function FollowFragment() {
  useEffect(() => {
    const follow = () => {
      const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (entry instanceof HTMLAnchorElement) location.replace(entry.href);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return null;
}
