"use client";

import { folderName, foldersTo } from "#domain/folders.ts";

interface FolderPathProps {
  /** The folder that is open; empty for none. */
  readonly path: string;
  readonly onOpen: (path: string) => void;
}

/** The way from all dialogues to the open folder; nothing while none is open. */
export function FolderPath({ path, onOpen }: FolderPathProps) {
  if (path === "") return null;
  const above = ["", ...foldersTo(path).slice(0, -1)];
  return (
    <nav aria-label="Open folder" className="px-4 pt-2.5 text-13">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        {above.map((each) => (
          <li key={each} className="flex min-w-0 items-center gap-x-1.5">
            <button
              type="button"
              dir="auto"
              onClick={() => onOpen(each)}
              className="min-h-6 max-w-60 cursor-pointer truncate text-ink-2 hover:text-accent hover:underline"
            >
              {each === "" ? "All dialogues" : folderName(each)}
            </button>
            <span aria-hidden="true" className="text-ink-3">
              ›
            </span>
          </li>
        ))}
        <li aria-current="page" dir="auto" className="min-w-0 max-w-80 truncate font-medium text-ink">
          {folderName(path)}
        </li>
      </ol>
    </nav>
  );
}
