"use client";

import { FileInput } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useCan } from "../../frame/session/can.ts";
import { droppedFiles } from "./picked-files.ts";

interface DropPageProps {
  /** Whether the page takes files now. */
  isOn: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Lets files be dropped anywhere on the page, and says so while they are held over it. */
export function DropPage({ isOn, onFiles }: DropPageProps) {
  const change = useCan()("change");
  const isOver = useFileDrop(isOn, (files) => {
    if (change.allowed) onFiles(files);
  });
  if (!isOver) return null;
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-3 z-20 flex items-center justify-center rounded-card border-2 border-accent border-dashed bg-accent-soft"
    >
      <p className="flex items-center gap-2 font-medium text-14 text-ink">
        <FileInput aria-hidden className="size-5" />
        {change.allowed ? "Drop the files to preview them" : change.reason}
      </p>
    </div>
  );
}

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
      if (event.dataTransfer === null) return;
      const files = droppedFiles(event.dataTransfer);
      if (Array.isArray(files)) latest.current(files);
      else void files.then((all) => latest.current(all));
    });
    return () => {
      stop.abort();
      setOver(false);
    };
  }, [isOn]);
  return isOver;
}
