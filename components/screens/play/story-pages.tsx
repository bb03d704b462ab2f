import { useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import type { Color } from "#domain/dialogue/wire.ts";
import { chosenOffer } from "#domain/runtime/chosen-offer.ts";
import type { Halt, Page } from "#domain/runtime/run.ts";
import { Button } from "../../ui/button.tsx";
import { SPEAKER_INKS } from "../../ui/color-swatches.ts";
import { StoryWords } from "../../ui/story-words.tsx";
import type { Story } from "./ask-link.ts";
import { endingOf, offered } from "./page-choices.tsx";

/** Maximum number of pages shown at once, so that a long session does not slow a phone down. */
const SHOWN = 60;

/** Shows the lines so far, with the choices made in between. */
export function StoryPages({ story, pages }: { story: Story; pages: readonly Page[] }) {
  const [isWhole, setWhole] = useState(false);
  const last = useRef<HTMLLIElement>(null);
  const turns = pages.length;
  // A new page begins at the top; what came before is a scroll away.
  useEffect(() => {
    if (turns > 1) last.current?.scrollIntoView({ block: "start" });
  }, [turns]);
  const from = isWhole ? 0 : Math.max(0, turns - SHOWN);
  return (
    <>
      {from > 0 && (
        <Button variant="bare" size="sm" className="mb-4 self-start" onClick={() => setWhole(true)}>
          Show what came before
        </Button>
      )}
      <ol aria-label="What was said" className="flex flex-col gap-5">
        {pages.slice(from).map((page, index) => {
          const at = from + index;
          const isLast = at === turns - 1;
          const chosen = chosenOffer(pages[at - 1], page);
          return (
            <li
              key={at}
              ref={isLast ? last : undefined}
              className={`flex scroll-mt-6 flex-col gap-5 ${isLast ? "text-ink" : "text-ink-2"}`}
            >
              {chosen !== null && (
                <p
                  dir="auto"
                  className="whitespace-pre-line border-accent border-s-2 ps-3 font-reading text-16 text-ink-2 italic [&_em]:not-italic"
                >
                  <StoryWords text={chosen.text} marks={chosen.text_marks} />
                </p>
              )}
              {page.said.map(({ node, text, text_marks }, nth) => {
                const speaker = story.speakers.get(node);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a node may come twice on a page.
                  <div key={`${nth} ${node}`}>
                    {speaker !== undefined && (
                      <p dir="auto" className={`mb-0.5 font-medium text-13 ${SPEAKER_INKS[speaker.color as Color]}`}>
                        {speaker.name}
                      </p>
                    )}
                    <p
                      dir="auto"
                      className="whitespace-pre-wrap break-words font-reading text-16 leading-relaxed sm:text-20"
                    >
                      <StoryWords text={text} marks={text_marks} />
                    </p>
                  </div>
                );
              })}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** A page as it is read out: who says what, and what can be done then. */
export function pageAloud({ speakers }: Story, { said, halt }: Page): string {
  const lines = said.map(({ node, text }) => {
    const name = speakers.get(node)?.name;
    return name === undefined ? text : `${name}: ${text}`;
  });
  return [...lines, waysAloud(halt)].join(" ");
}

function waysAloud(halt: Halt): string {
  const choices = offered(halt);
  const count = choices.length === 0 ? "" : `${counted(choices.length, "choice")}.`;
  if (halt.kind === "choices" || halt.kind === "waiting") return count;
  if (halt.kind === "continue" || halt.kind === "command") return "Continue.";
  const { title, text } = endingOf(halt);
  return [count, `${title}.`, text].filter((part) => part !== undefined && part !== "").join(" ");
}
