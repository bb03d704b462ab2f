"use client";

import { Pencil } from "lucide-react";
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { chosenOffer } from "#domain/runtime/chosen-offer.ts";
import type { Page, SaidText } from "#domain/runtime/run.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { wordsWith } from "#domain/runtime/words.ts";
import { useCharacters, useDialogueNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { StoryWords } from "../../ui/story-words.tsx";
import { useOnChange } from "../../ui/use-on-change.ts";
import { StoryField } from "../fields/story-field.tsx";
import { useSpeakerInks } from "../fields/use-speaker.ts";
import { useNodeOfMoment } from "../session/dialogue-context.ts";
import { itemsOf } from "./checks-made.ts";
import { OfferWords } from "./offer-words.tsx";
import { spokenAs } from "./page-in-words.ts";
import type { StoryWords as WordsOfStory } from "./use-play.ts";
import { WorldChanges } from "./world-changes.tsx";

/** Transcript of the playthrough: texts, with the choices taken in between. */
export function PlayerTranscript({
  pages,
  dialogue,
  words,
  names,
  isAuthor,
}: {
  pages: readonly Page[];
  dialogue: PlayedDialogue;
  words: WordsOfStory;
  names: DescribedNames;
  isAuthor: boolean;
}) {
  const dialogues = useDialogueNames();
  const last = useRef<HTMLLIElement>(null);
  const turns = pages.length;
  // A new page begins at the top, where there is enough below it; what came before is a scroll away.
  useOnChange([turns], () => last.current?.scrollIntoView({ block: "start" }));
  if (turns === 1 && pages[0]?.halt.kind === "nothing") return null;
  let graphId = dialogue.id;
  return (
    <ol aria-label="What was said" className="flex flex-col gap-4">
      {pages.map((page, index) => {
        const chosen = chosenOffer(pages[index - 1], page);
        const lines = page.said.map((said) => {
          const of = words.graphOf(said.node) ?? graphId;
          const isElsewhere = of !== graphId;
          graphId = of;
          return { said, entered: isElsewhere ? (dialogues.get(of) ?? "Another dialogue") : null };
        });
        const isLast = index === pages.length - 1;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added and taken away at the end.
            key={index}
            ref={isLast ? last : undefined}
            className={`flex scroll-mt-5 flex-col gap-4 ${isLast ? "" : "text-ink-2 [&_p]:text-ink-2"}`}
          >
            {chosen !== null && (
              <p
                dir="auto"
                className="whitespace-pre-line border-accent border-s-2 ps-3 font-reading text-14 text-ink-2 italic [&_em]:not-italic"
              >
                <OfferWords offer={chosen} />
              </p>
            )}
            {itemsOf(page, dialogue, names).map((item, place) => {
              if (item.kind === "check") {
                return isAuthor ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the checks of a page stay as they are.
                  <p key={place} dir="auto" className="text-12 text-ink-3">
                    <span className="font-medium">Check</span> {item.words}
                  </p>
                ) : null;
              }
              const line = lines[item.at];
              if (line === undefined) return null;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a node may come twice on a page.
                <Fragment key={`${place} ${line.said.node}`}>
                  {line.entered !== null && (
                    <p dir="auto" className="border-line border-b pb-1 font-medium text-12 text-ink-3">
                      {line.entered}
                    </p>
                  )}
                  <PlayerLine said={line.said} words={words} variables={dialogue.variables} />
                </Fragment>
              );
            })}
            {isAuthor && <WorldChanges changes={page.proposed} names={names} />}
          </li>
        );
      })}
    </ol>
  );
}

interface PlayerLineProps {
  said: SaidText;
  words: WordsOfStory;
  variables: PlayedDialogue["variables"];
}

/** A line as it is read. One of the open dialogue can be edited where it stands, and the playthrough goes on. */
function PlayerLine({ said, words, variables }: PlayerLineProps) {
  const nodeId = said.node;
  const own = useNodeOfMoment(nodeId);
  const node = own ?? words.get(nodeId);
  const characters = useCharacters();
  const inks = useSpeakerInks();
  const edit = useCan()("edit");
  const [editing, setEditing] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!editing) return;
    const words = line.current?.querySelector<HTMLTextAreaElement>("[data-story]");
    words?.focus();
    words?.setSelectionRange(words.value.length, words.value.length);
  }, [editing]);
  if (node === undefined) return <p className="text-13 text-ink-3">A card that was deleted.</p>;
  const speaker = spokenAs(node, characters);
  const shown = wordsWith(node, variables, said.values);

  const done = () => {
    setEditing(false);
    line.current?.querySelector<HTMLElement>("[data-edit]")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isDone = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
    if (!editing || !isDone || event.nativeEvent.isComposing) return;
    // The same keys mean something else to the player around the field.
    event.preventDefault();
    event.stopPropagation();
    done();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the keys that end the writing in its field.
    <div ref={line} className="group" onKeyDown={onKeyDown}>
      {speaker !== null && (
        <p dir="auto" className={`mb-1 font-medium text-12 ${inks(node)}`}>
          {speaker}
        </p>
      )}
      {editing ? (
        <StoryField nodeId={nodeId} takesLinks={false} />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap break-words font-reading text-16 text-ink leading-relaxed">
          <StoryWords text={shown.text} marks={shown.text_marks} />
        </p>
      )}
      {own !== undefined && (
        <Button
          data-edit=""
          size="sm"
          variant="bare"
          className={`mt-1 -ms-2.5 ${
            editing
              ? ""
              : "opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          }`}
          icon={<Pencil aria-hidden className="size-3" />}
          disabledReason={reasonOf(edit)}
          onClick={() => (editing ? done() : setEditing(true))}
        >
          {editing ? "Done" : "Edit this line"}
        </Button>
      )}
    </div>
  );
}
