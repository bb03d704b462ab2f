"use client";

import { useEffect } from "react";
import { counted } from "#domain/counted.ts";
import { HEAD, WIDTH } from "#domain/dialogue/node-metrics.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { connect, portOf } from "../../gestures/connect.ts";
import { duplicate } from "../../gestures/copy-nodes.ts";
import { createNode } from "../../gestures/create-node.ts";
import { deleteSelection } from "../../gestures/delete-selection.ts";
import { quoted } from "../../gestures/gesture.ts";
import { resizeNote } from "../../gestures/note.ts";
import { alongFlow, everything, reversed } from "../../gestures/select-along.ts";
import { useView, useViewStore } from "../../store/view-state.ts";
import { type CanvasIntents, useCanvasIntents } from "../surface/canvas-surface.ts";
import { rowField } from "../surface/row-field.ts";
import { Connecting } from "./connecting.tsx";
import { useArrangeCommands } from "./use-arrange-commands.ts";
import { useClipboardCommands } from "./use-clipboard-commands.ts";
import { useDoing } from "./use-doing.ts";
import { useNodeCommands } from "./use-node-commands.ts";
import { useSelectionFacts } from "./use-selection-facts.ts";

/** Handlers of the pointer and the commands on the canvas, apart from menus, cursor and writing. */
export function CanvasGestures() {
  const doing = useDoing();
  const { handle, mayEdit, model, activeNode, run, write } = doing;
  const { hasActiveNode } = useSelectionFacts();
  const view = useViewStore();
  const connecting = useView((state) => state.connecting);
  useNodeCommands();
  useArrangeCommands();
  useSelectCommands();
  useClipboardCommands();

  useEffect(() => handle.setConnecting(connecting), [handle, connecting]);
  const end = () => view.setState({ connecting: null });
  const intents: Partial<CanvasIntents> = {
    onConnect: (from, targetId) => {
      end();
      run(connect(model(), from, targetId));
    },
    onPaneDoubleClick: ({ at }) => {
      doing.runAndWrite(createNode(model(), "line", { x: at.x - WIDTH / 2, y: at.y - HEAD }));
    },
    onEdit: (id, field, branchId) => {
      const node = model().nodes.get(id);
      const branch = node?.branches.find((each) => each.id === branchId);
      const isRow = node !== undefined && branch !== undefined && field === "choice_text";
      write(id, model().groups.has(id) ? "title" : isRow ? rowField(node, branch) : field, branchId);
    },
    onDuplicateMove: (ids, by) => run(duplicate(model(), ids, by)),
    onNoteResize: (id, rect) => run(resizeNote(model(), id, rect)),
  };
  // What may not be done is not begun: no wire, no field.
  useCanvasIntents(mayEdit ? intents : {});
  useCommandHandlers({
    "card.connect": {
      disabled: hasActiveNode ? null : "Select the card to connect first.",
      run: () => {
        const id = activeNode();
        if (id === null) return;
        const from = portOf(model(), id);
        view.setState({ connecting: from });
        doing.say(
          `Connecting ${quoted(model().nodes.get(id))}. Type the name of a card, or choose one, then press Enter.`,
        );
      },
    },
  });
  return connecting === null ? null : <Connecting from={connecting} onEnd={end} />;
}

/** Commands that change what is selected, and those that copy or delete it. */
function useSelectCommands(): void {
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
      disabled: isEmptyDialogue ? "There are no cards yet." : null,
      run: () => select(everything(model())),
    },
    "select.upstream": { disabled: noNode, run: () => select(alongFlow(model(), selection(), "upstream")) },
    "select.downstream": { disabled: noNode, run: () => select(alongFlow(model(), selection(), "downstream")) },
    "select.reverse": () => select(reversed(model(), new Set(selection()))),
    "edit.duplicate": { disabled: nothing, run: () => run(duplicate(model(), selection())) },
    "edit.delete": { disabled: nothing, run: () => run(deleteSelection(model(), selection()), { undoToast: true }) },
  });
}
