"use client";

import { useEffect } from "react";
import { useCommandHandlers } from "../commands/command-host.tsx";
import { useDialogue, useDialogueState, useHistoryState } from "./store/dialogue-context.ts";
import { type SidePanel, useView, useViewStore } from "./view-state.ts";

/** What a link may ask for: `?card=node_…` shows a card, `?problems=1` opens the list of problems. */
function asked(): { card: string | null; problems: boolean } {
  const query = new URLSearchParams(window.location.search);
  return { card: query.get("card"), problems: query.get("problems") === "1" };
}

/** The commands that open and close the parts of the dialogue's screen. Draws nothing. */
export function ScreenCommands() {
  const view = useViewStore();
  const side = useView((state) => state.side);
  const outlineOpen = useView((state) => state.outlineOpen);
  const current = useView((state) => state.view);
  const { reveal, store, undo, redo } = useDialogue();
  const { undoLabel, redoLabel } = useHistoryState((state) => state);
  const active = useDialogueState((state) => state.active);

  useEffect(() => {
    const { card, problems } = asked();
    if (problems) view.setState({ problemsOpen: true });
    if (card !== null && store.getState().nodes.has(card)) reveal(card);
  }, [reveal, store, view]);

  const toggle = (panel: SidePanel) => view.setState({ side: side === panel ? "inspector" : panel });
  useCommandHandlers({
    "play.start": () => view.setState({ side: "player", playFrom: null }),
    "play.from-here": {
      run: () => view.setState({ side: "player", playFrom: active }),
      disabled: active !== null && store.getState().nodes.has(active) ? null : "Select a card to play from.",
    },
    "search.open": { run: () => toggle("search"), checked: side === "search" },
    "dialogue.moments": { run: () => toggle("moments"), checked: side === "moments" },
    "view.outline": { run: () => view.setState({ outlineOpen: !outlineOpen }), checked: outlineOpen },
    "view.inspector": {
      run: () => view.setState({ side: side === "inspector" ? null : "inspector" }),
      checked: side === "inspector",
    },
    "view.script": () => view.setState({ view: current === "canvas" ? "script" : "canvas" }),
    "edit.undo": { run: undo, disabled: undoLabel === null ? "There is nothing to undo." : null },
    "edit.redo": { run: redo, disabled: redoLabel === null ? "There is nothing to redo." : null },
  });
  return null;
}
