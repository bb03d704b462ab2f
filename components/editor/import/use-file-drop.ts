"use client";

import { useEffect, useRef, useState } from "react";

/** Whether files from outside the page are dragged, and not a part of the page. */
function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") === true;
}

/**
 * Takes files that are dropped anywhere on the page: one that misses its mark must never replace the page. Returns whether
 * some are held over it now.
 */
export function useFileDrop(isOn: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    const listen = (kind: "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) =>
      window.addEventListener(kind, (event) => bringsFiles(event) && act(event), { signal: stop.signal });
    listen("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", (event) => {
      // Only leaving the window is leaving the page; between its parts there is another target.
      if (event.relatedTarget === null) setOver(false);
    });
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) latest.current(files);
    });
    return () => {
      stop.abort();
      setOver(false);
    };
  }, [isOn]);
  return isOver;
}
