"use client";

import { useCallback, useEffect } from "react";
import { useDialogue, useDialogueState, useHistoryState } from "../../editor/session/dialogue-context.ts";
import { nodesOfMoment } from "../../editor/store/dialogue-state.ts";
import {
  closeSide,
  commentOn,
  hasInspector,
  ROOMY,
  type SidePanel,
  showHowToGetTo,
  showInspector,
  useView,
  useViewStore,
} from "../../editor/store/view-state.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useProjectUndo } from "../../frame/undo/undo-provider.tsx";
import { LONG_TOAST_MS, shownToasts, showToast } from "../../ui/toast.ts";
import { NARROW } from "../../ui/use-narrow.ts";

/**
 * Reads the request in a link: `?card=node_…` shows a node, group or note, `#section-node_…` its section of the script,
 * `?problems=1` opens the list of problems, `?play=1` the player, `?search=1` the search over all dialogues, where
 * there is room, `?paths=shr_…` the paths that readers sent back by a link, `?run=run_…` a playthrough in the player, where it stands or at `&step=4`.
 */
function asked() {
  const query = new URLSearchParams(window.location.search);
  const section = /^#section-(node_\w+)$/.exec(window.location.hash)?.[1] ?? null;
  return {
    node: section ?? query.get("card"),
    section: section !== null,
    problems: query.get("problems") === "1",
    play: query.get("play") === "1",
    search: query.get("search") === "1",
    paths: query.get("paths"),
    run: query.get("run"),
    step: stepIn(query.get("step")),
  };
}

/** Returns the step that an address names; undefined for none. */
function stepIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** Says that what the address asks for is not in this dialogue. */
function notHere(id: string): string {
  const what = id.startsWith("grp_") ? "group" : id.startsWith("ann_") ? "note" : "card";
  return `The ${what} in this link was not found: it was deleted, or the link is incomplete.`;
}

/** Opens the player where a playthrough of the project stands, or stood at one of its steps. */
function usePlayRun(): (runId: string, step: number | undefined) => Promise<void> {
  const client = useStudioClient();
  const projectId = useProjectId();
  const open = useDialogueState((state) => state.graph.id);
  const view = useViewStore();
  return useCallback(
    async (runId, step) => {
      try {
        const { carryRun } = await import("../../editor/player/play-run.ts");
        await carryRun(open, { client, projectId, runId, step });
        view.setState(({ plays }) => ({ side: "player", playFrom: null, plays: plays + 1 }));
      } catch {
        showToast({ text: "The playthrough could not be opened. Reload the page to try again.", stays: LONG_TOAST_MS });
      }
    },
    [client, projectId, open, view],
  );
}

/** Registers the commands that open and close the parts of the dialogue's screen. Draws nothing. */
export function ScreenCommands() {
  const view = useViewStore();
  const side = useView((state) => state.side);
  const outlineOpen = useView((state) => state.outlineOpen);
  const current = useView((state) => state.view);
  const session = useDialogue();
  const project = useProjectUndo();
  const undo = session.isLive && project !== null ? project : session;
  const { undoLabel, redoLabel } = useHistoryState((state) => state);
  const active = useDialogueState((state) => state.active);

  const playRun = usePlayRun();

  useEffect(() => {
    const { node, problems, play, search, section, paths, run, step } = asked();
    const { nodes, groups, annotations } = session.store.getState();
    const isThere = node !== null && (nodes.has(node) || groups.has(node) || annotations.has(node));
    // Where there is no room beside the words, the search would hide what it found.
    if (search && window.innerWidth >= ROOMY) view.setState({ side: "search" });
    if (section) view.setState({ view: "script" });
    if (problems) view.setState({ problemsOpen: true });
    if (isThere) session.reveal(node);
    else if (node !== null) showToast({ text: notHere(node), stays: LONG_TOAST_MS });
    // Groups and notes are drawn on the canvas alone, and a phone has none.
    if (isThere && !nodes.has(node) && window.matchMedia(NARROW).matches) view.setState({ side: "inspector" });
    if (paths !== null) view.setState({ side: "paths", pathsOf: paths });
    if (run !== null) void playRun(run, step);
    if (play) view.setState({ side: "player", playFrom: isThere ? node : null });
  }, [session, view, playRun]);

  // In a window that has become wide enough, what is selected is shown beside the words.
  useEffect(
    () =>
      session.store.subscribe(({ selection }, before) => {
        if (selection !== before.selection && selection.size > 0 && view.getState().side === null && hasInspector())
          view.setState({ side: "inspector" });
      }),
    [session, view],
  );

  const toggle = (panel: SidePanel) => (side === panel ? closeSide(view) : view.setState({ side: panel }));
  const play = (playFrom: string | null) =>
    view.setState(({ plays }) => ({ side: "player", seeking: null, playFrom, plays: plays + 1 }));
  useCommandHandlers({
    "play.start": () => play(null),
    "play.from-here": {
      run: () => play(active),
      disabled:
        active !== null && nodesOfMoment(session.store.getState()).has(active) ? null : "Select a card to play from.",
    },
    "play.show-how": {
      run: () => active !== null && showHowToGetTo(view, { node: active }),
      disabled:
        active !== null && nodesOfMoment(session.store.getState()).has(active) ? null : "Select a card to get to.",
    },
    "card.knowledge": () => toggle("knowledge"),
    "play.readings": { run: () => toggle("readings"), checked: side === "readings" },
    "search.open": { run: () => toggle("search"), checked: side === "search" },
    "dialogue.paths": { run: () => toggle("paths"), checked: side === "paths" },
    "dialogue.heat": { run: () => toggle("heat"), checked: side === "heat" },
    "dialogue.score": { run: () => toggle("score"), checked: side === "score" },
    "dialogue.moments": { run: () => toggle("moments"), checked: side === "moments" },
    "comment.add": {
      run: () => {
        if (active === null) return;
        // A comment is on one card.
        if (session.store.getState().selection.size > 1) session.select([active]);
        commentOn(view, active);
      },
      disabled:
        active !== null && session.store.getState().nodes.has(active) ? null : "Select the card to comment on first.",
    },
    "view.outline": { run: () => view.setState({ outlineOpen: !outlineOpen }), checked: outlineOpen },
    "view.inspector": {
      run: () => showInspector(view, side !== "inspector"),
      checked: side === "inspector",
    },
    "view.script": () => view.setState({ view: current === "canvas" ? "script" : "canvas" }),
    "edit.undo": {
      run: () => undo.undo(),
      get disabled() {
        const hasWayBack = undoLabel !== null || shownToasts().some((toast) => toast.undo !== undefined);
        return hasWayBack ? null : "There is nothing to undo.";
      },
    },
    "edit.redo": { run: () => undo.redo(), disabled: redoLabel === null ? "There is nothing to redo." : null },
  });
  return null;
}
