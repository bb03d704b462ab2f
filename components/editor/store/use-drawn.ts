"use client";

import { useEffect, useState } from "react";

/** A node in either view. */
const CARD = ".cv-node, [id^='section-']";
const VIEW = "[data-command-scope='canvas'], [data-command-scope='script']";
/** Longest wait for a first node once the view itself is mounted. */
const PATIENCE_MS = 400;

/**
 * Whether the first node is on the screen, or there is none to wait for. Whatever the first node does not need is fetched
 * after it.
 */
export function useDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let patience: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      watch.disconnect();
      clearTimeout(patience);
    };
    const done = () => {
      stop();
      setDrawn(true);
    };
    const look = () => {
      if (document.querySelector(CARD) !== null) return done();
      // Seen from far off, or with nothing written yet, there is no node to wait for.
      if (document.querySelector(VIEW) !== null) patience ??= setTimeout(done, PATIENCE_MS);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    look();
    return stop;
  }, []);
  return isDrawn;
}
