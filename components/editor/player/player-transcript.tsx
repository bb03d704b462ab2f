"use client";

import { useEffect, useRef } from "react";
import { branchWords } from "#domain/dialogue/names.ts";
import type { Page, PlayedDialogue } from "#domain/play/play.ts";
import { PlayerLine } from "./player-line.tsx";

/** What was said so far, with what was chosen in between. */
export function PlayerTranscript({ pages, dialogue }: { pages: readonly Page[]; dialogue: PlayedDialogue }) {
  const last = useRef<HTMLLIElement>(null);
  const turns = pages.length;
  // A new page begins at the top, where there is enough below it; what came before is a scroll away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is followed once.
  useEffect(() => {
    last.current?.scrollIntoView({ block: "start" });
  }, [turns]);
  return (
    <ol aria-label="What was said" className="flex flex-col gap-4">
      {pages.map((page, index) => {
        const chosen = chosenOn(pages[index - 1], page);
        const isLast = index === pages.length - 1;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added and taken away at the end.
            key={index}
            ref={isLast ? last : undefined}
            className={`flex scroll-mt-5 flex-col gap-4 ${isLast ? "" : "text-ink-2 [&_p]:text-ink-2"}`}
          >
            {chosen !== null && (
              <p dir="auto" className="border-accent border-s-2 ps-3 font-reading text-14 text-ink-2 italic">
                {chosen}
              </p>
            )}
            {page.nodes
              .filter((id) => dialogue.nodes.get(id)?.text.trim() !== "")
              .map((id, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a node may come twice on a page.
                <PlayerLine key={`${at} ${id}`} nodeId={id} />
              ))}
          </li>
        );
      })}
    </ol>
  );
}

/** The words of the branch that led from one page to the next; null where it had none. */
function chosenOn(before: Page | undefined, page: Page): string | null {
  if (before === undefined) return null;
  const taken = page.way[0];
  const { halt } = before;
  const offered = halt.kind === "choices" || halt.kind === "blocked" ? halt.choices : [];
  const branch = offered.find((each) => each.branch.id === taken)?.branch;
  return branch === undefined || branch.choice_text.trim() === "" ? null : branchWords(branch);
}
