"use client";

import { useEffect } from "react";
import { HEAD, WIDTH } from "#domain/dialogue/node-metrics.ts";
import { useCommandHandlers } from "../../../frame/commands/command-host.tsx";
import { quoted } from "../../gestures/card-name.ts";
import { connect, portOf } from "../../gestures/connect.ts";
import { createCard } from "../../gestures/create-card.ts";
import { duplicate } from "../../gestures/duplicate.ts";
import { resizeNote } from "../../gestures/note.ts";
import { useView, useViewStore } from "../../store/view-state.ts";
import { type CanvasIntents, useCanvasIntents } from "../surface/canvas-surface.ts";
import { Connecting } from "./connecting.tsx";
import { useArrangeCommands } from "./use-arrange-commands.ts";
import { useCardCommands } from "./use-card-commands.ts";
import { useClipboardCommands } from "./use-clipboard-commands.ts";
import { useDoing } from "./use-doing.ts";
import { useSelectCommands } from "./use-select-commands.ts";
import { useSelectionFacts } from "./use-selection-facts.ts";

/** What a person does on the canvas with the pointer and by commands, apart from menus, cursor and writing. */
export function CanvasGestures() {
  const doing = useDoing();
  const { handle, mayEdit, paper, activeCard, run, write } = doing;
  const { hasActiveCard } = useSelectionFacts();
  const view = useViewStore();
  const connecting = useView((state) => state.connecting);
  useCardCommands();
  useArrangeCommands();
  useSelectCommands();
  useClipboardCommands();

  useEffect(() => handle.setConnecting(connecting), [handle, connecting]);
  const end = () => view.setState({ connecting: null });
  const intents: Partial<CanvasIntents> = {
    onConnect: (from, targetId) => {
      end();
      run(connect(paper(), from, targetId));
    },
    onPaperDoubleClick: ({ at }) => {
      doing.runAndWrite(createCard(paper(), "line", { x: at.x - WIDTH / 2, y: at.y - HEAD }));
    },
    onEdit: (id, field, branchId) => write(id, paper().groups.has(id) ? "title" : field, branchId),
    onDuplicateMove: (ids, by) => run(duplicate(paper(), ids, by)),
    onNoteResize: (id, rect) => run(resizeNote(paper(), id, rect)),
  };
  // What may not be done is not begun: no wire, no field.
  useCanvasIntents(mayEdit ? intents : {});
  useCommandHandlers({
    "card.connect": {
      disabled: hasActiveCard ? null : "Select the card to connect first.",
      run: () => {
        const id = activeCard();
        if (id === null) return;
        const from = portOf(paper(), id);
        view.setState({ connecting: from });
        doing.say(`Connecting ${quoted(paper().nodes.get(id))}. Choose a card, then press Enter.`);
      },
    },
  });
  return connecting === null ? null : <Connecting from={connecting} onEnd={end} />;
}
