"use client";

import { ArrowRight } from "lucide-react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import type { Page } from "#domain/runtime/run.ts";
import { matterWords, worldValueWords } from "./world-words.ts";

/** Changes of the world by a page: for this playthrough, not in the project. */
export function WorldChanges({ changes, names }: { changes: Page["proposed"]; names: DescribedNames }) {
  if (changes.length === 0) return null;
  return (
    <ul aria-label="What changed in the world" className="flex flex-col gap-0.5">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a page stay as they are.
        <li key={index} dir="auto" className="text-12 text-ink-3">
          {matterWords({ ...change, entity: change.entity_id }, names)}: {worldValueWords(change, change.before, names)}{" "}
          <ArrowRight aria-label="becomes" className="inline size-3 rtl:-scale-x-100" />{" "}
          <span className="text-ink-2">{worldValueWords(change, change.after, names)}</span>
        </li>
      ))}
    </ul>
  );
}
