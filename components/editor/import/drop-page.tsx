"use client";

import { FileInput } from "lucide-react";
import { useCan } from "../../frame/session/can.ts";
import { useFileDrop } from "./use-file-drop.ts";

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
        {change.allowed ? "Drop to see what these files bring" : change.reason}
      </p>
    </div>
  );
}
