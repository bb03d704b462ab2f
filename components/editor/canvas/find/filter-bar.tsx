"use client";

import { X } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";

/** Says which cards keep their colours, and gives all of them their colours again. */
export function FilterBar({ words, onClose }: { words: string; onClose: () => void }) {
  return (
    <div className="absolute start-3 top-3 z-20 flex items-center gap-1 rounded-card border border-line-strong bg-panel p-1 ps-2.5 text-12 text-ink shadow-float">
      <span role="status">{words}</span>
      <IconButton label="Clear the filter" size="sm" icon={<X className="size-4" aria-hidden />} onClick={onClose} />
    </div>
  );
}
