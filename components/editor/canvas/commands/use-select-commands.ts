"use client";

import { counted } from "#domain/counted.ts";
import { useCommandHandlers } from "../../../frame/commands/command-host.tsx";
import { duplicate } from "../../gestures/copy-nodes.ts";
import { deleteSelection } from "../../gestures/delete-selection.ts";
import { alongFlow, everything, reversed } from "../../gestures/select-along.ts";
import { useDoing } from "./use-doing.ts";
import { useSelectionFacts } from "./use-selection-facts.ts";

/** Commands that change what is selected, and those that copy or delete it. */
export function useSelectCommands(): void {
  const { session, model, selection, run, say } = useDoing();
  const { nodes, groups, notes, isEmptyDialogue } = useSelectionFacts();
  const nothing = nodes + groups + notes > 0 ? null : "Select something first.";
  const noNode = nodes > 0 ? null : "Select a card first.";
  const select = (ids: readonly string[]) => {
    session.select(ids);
    say(ids.length === 0 ? "Nothing is selected." : `${counted(ids.length, "thing")} selected.`);
  };

  useCommandHandlers({
    "select.all": {
      disabled: isEmptyDialogue ? "There is nothing here yet." : null,
      run: () => select(everything(model())),
    },
    "select.upstream": { disabled: noNode, run: () => select(alongFlow(model(), selection(), "upstream")) },
    "select.downstream": { disabled: noNode, run: () => select(alongFlow(model(), selection(), "downstream")) },
    "select.reverse": () => select(reversed(model(), new Set(selection()))),
    "edit.duplicate": { disabled: nothing, run: () => run(duplicate(model(), selection())) },
    "edit.delete": { disabled: nothing, run: () => run(deleteSelection(model(), selection()), { undoToast: true }) },
  });
}
