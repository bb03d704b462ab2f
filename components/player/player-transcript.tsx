"use client";

import type { Page, PlayedDialogue } from "#domain/play/play.ts";
import { branchWords } from "../dialogue/model/names.ts";
import { PlayerLine } from "./player-line.tsx";

/** What was said so far, with what was chosen in between. */
export function PlayerTranscript({ pages, dialogue }: { pages: readonly Page[]; dialogue: PlayedDialogue }) {
  return (
    <ol className="flex flex-col gap-4">
      {pages.map((page, index) => {
        const chosen = chosenOn(pages[index - 1], page);
        const isLast = index === pages.length - 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added and taken away at the end.
          <li key={index} className={`flex flex-col gap-4 ${isLast ? "" : "opacity-75"}`}>
            {chosen !== null && (
              <p dir="auto" className="border-accent border-s-2 ps-3 font-reading text-14 text-ink-2 italic">
                {chosen}
              </p>
            )}
            {page.cards
              .filter((id) => dialogue.nodes.get(id)?.text.trim() !== "")
              .map((id, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a card may come twice on a page.
                <PlayerLine key={`${at} ${id}`} nodeId={id} />
              ))}
          </li>
        );
      })}
    </ol>
  );
}

/** The words of the choice that led from one page to the next; null where it had none. */
function chosenOn(before: Page | undefined, page: Page): string | null {
  if (before === undefined) return null;
  const taken = page.way[0];
  const { stop } = before;
  const offered = stop.kind === "choices" || stop.kind === "blocked" ? stop.choices : [];
  const branch = offered.find((each) => each.branch.id === taken)?.branch;
  return branch === undefined || branch.choice_text.trim() === "" ? null : branchWords(branch);
}
