"use client";

import { DEFAULT_COLOR } from "#domain/dialogue/wire.ts";
import { useCommandHandlers } from "../../../frame/commands/command-host.tsx";
import { changeKind, setStart } from "../../gestures/card-role.ts";
import { type CardKind, createCard } from "../../gestures/create-card.ts";
import { addChoice } from "../../gestures/new-branch.ts";
import { nextLine } from "../../gestures/next-line.ts";
import { createNote } from "../../gestures/note.ts";
import { cardBox, STEP_X } from "../../gestures/place.ts";
import type { Point } from "../../model/rects.ts";
import { type Doing, useDoing } from "./use-doing.ts";
import { useSelectionFacts } from "./use-selection-facts.ts";

const NO_CARD = "Select a card first.";

/** Where a new card goes when nobody pointed: right of the selected one, else the middle of what is seen. */
export function newCardPlace({ paper, activeCard, handle }: Doing): Point {
  const id = activeCard();
  if (id !== null) {
    const { x, y } = cardBox(paper(), id);
    return { x: x + STEP_X, y };
  }
  const { x, y, width, height } = handle.visibleRect();
  return { x: x + width / 2 - STEP_X / 2, y: y + height / 3 };
}

/** Goes on writing along the first choice, in a card that is made where there is none. */
export function writeNext(doing: Doing, nodeId: string): void {
  const next = nextLine(doing.paper(), nodeId);
  if (next.kind === "there") doing.write(next.nodeId);
  else if (next.kind === "made") doing.runAndWrite(next.gesture);
  else doing.say(next.reason);
}

/** Commands that make cards and say what they are. */
export function useCardCommands(): void {
  const doing = useDoing();
  const { cards, groups, notes, hasActiveCard } = useSelectionFacts();
  const { session, paper, selection, activeCard, run, write } = doing;
  const onCard = (act: (id: string) => void) => ({
    disabled: hasActiveCard ? null : NO_CARD,
    run: () => {
      const id = activeCard();
      if (id !== null) act(id);
    },
  });
  const make = (kind: CardKind) => () => doing.runAndWrite(createCard(paper(), kind, newCardPlace(doing)));
  const become = (kind: CardKind) => ({
    disabled: cards > 0 ? null : NO_CARD,
    run: () => run(changeKind(paper(), selection(), kind)),
  });
  const onActive = (act: (id: string) => void) => ({
    disabled: cards + groups + notes > 0 ? null : "Select something first.",
    run: () => {
      const { active } = session.store.getState();
      if (active !== null) act(active);
    },
  });

  useCommandHandlers({
    "card.new-line": make("line"),
    "card.new-condition": make("condition"),
    "card.new-hub": make("hub"),
    "card.new-end": make("end"),
    "card.edit": onActive((id) => write(id, paper().groups.has(id) ? "title" : "text")),
    "card.rename": onActive((id) => write(id, paper().annotations.has(id) ? "text" : "title")),
    "card.next-line": onCard((id) => writeNext(doing, id)),
    "card.add-choice": onCard((id) => {
      const gesture = addChoice(paper(), id);
      if (gesture !== null && run(gesture)) write(id, "choice_text", gesture.branchId);
    }),
    "card.set-start": onCard((id) => run(setStart(paper(), id))),
    "card.make-line": become("line"),
    "card.make-condition": become("condition"),
    "card.make-hub": become("hub"),
    "card.make-end": become("end"),
    "note.new": () => {
      const gesture = createNote(paper(), newCardPlace(doing), DEFAULT_COLOR);
      if (run(gesture)) write(gesture.noteId);
    },
  });
}
