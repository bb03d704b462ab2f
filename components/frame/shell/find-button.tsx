"use client";

import { Search } from "lucide-react";
import { Kbd } from "../../ui/kbd.tsx";
import { useCommand } from "../commands/use-command.ts";

/** Looks like a field, opens the palette. */
export function FindButton() {
  const { keys, ariaKeys, run } = useCommand("studio.palette");
  return (
    <button
      type="button"
      onClick={run}
      aria-keyshortcuts={ariaKeys}
      className="inline-flex min-h-7 cursor-pointer items-center gap-2 rounded-control border border-line bg-panel px-2 text-13 text-ink-2 hover:border-line-strong hover:text-ink"
    >
      <Search className="size-3.5" />
      <span className="max-lg:sr-only">Find and do</span>
      {keys !== null && (
        <span className="max-lg:hidden">
          <Kbd>{keys}</Kbd>
        </span>
      )}
    </button>
  );
}
