"use client";

import { counted } from "#domain/counted.ts";
import { useCommandHandlers } from "../../../frame/commands/command-host.tsx";
import { deleteSelection } from "../../gestures/delete-selection.ts";
import { duplicate } from "../../gestures/duplicate.ts";
import { alongFlow, everything, reversed } from "../../gestures/select-along.ts";
import { useDoing } from "./use-doing.ts";
import { useSelectionFacts } from "./use-selection-facts.ts";

/** Commands that change what is selected, and those that copy or delete it. */
export function useSelectCommands(): void {
  const { session, paper, selection, run, say } = useDoing();
  const { cards, groups, notes, isEmptyDialogue } = useSelectionFacts();
  const nothing = cards + groups + notes > 0 ? null : "Select something first.";
  const noCard = cards > 0 ? null : "Select a card first.";
  const select = (ids: readonly string[]) => {
    session.select(ids);
    say(ids.length === 0 ? "Nothing is selected." : `${counted(ids.length, "thing")} selected.`);
  };

  useCommandHandlers({
    "select.all": {
      disabled: isEmptyDialogue ? "There is nothing here yet." : null,
      run: () => select(everything(paper())),
    },
    "select.upstream": { disabled: noCard, run: () => select(alongFlow(paper(), selection(), "upstream")) },
    "select.downstream": { disabled: noCard, run: () => select(alongFlow(paper(), selection(), "downstream")) },
    "select.reverse": () => select(reversed(paper(), new Set(selection()))),
    "edit.duplicate": { disabled: nothing, run: () => run(duplicate(paper(), selection())) },
    "edit.delete": { disabled: nothing, run: () => run(deleteSelection(paper(), selection()), { undoToast: true }) },
  });
}
