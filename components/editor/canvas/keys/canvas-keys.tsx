"use client";

import { useEffect, useRef, useState } from "react";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { startOf } from "../../gestures/node-role.ts";
import { alongOrder } from "../../gestures/select-along.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useViewStore } from "../../store/view-state.ts";
import { useDoing } from "../commands/use-doing.ts";
import { useSelectionFacts } from "../commands/use-selection-facts.ts";
import { type ArrowDirection, neighbour } from "./neighbour.ts";
import { NodeHistory } from "./node-history.ts";

/** Factor of one step of the zoom keys. */
const STEP = 1.25;

/** The cursor of the canvas: the selected node is where one is. */
export function CanvasKeys() {
  const { session, handle, model, selection, say } = useDoing();
  const view = useViewStore();
  const { nodes: nodeIds, groups, notes } = useSelectionFacts();
  const hasSelection = nodeIds + groups + notes > 0;
  const visited = useRef(new NodeHistory());
  const activeNode = useDialogueState(({ active, nodes }) => (active !== null && nodes.has(active) ? active : null));
  useEffect(() => {
    if (activeNode !== null) visited.current.visit(activeNode);
  }, [activeNode]);

  const isHere = (id: string) => model().nodes.has(id);
  const goTo = (id: string | null, otherwise: string) => {
    if (id === null) say(otherwise);
    else session.reveal(id);
  };
  const goToStart = () => goTo(startOf(model()) ?? model().nodes.keys().next().value ?? null, "There is no card yet.");
  const from = () => {
    const { active } = session.store.getState();
    const rect = active === null ? null : handle.rectOf(active);
    return active === null || rect === null ? null : { id: active, rect };
  };
  const towards = (direction: ArrowDirection) => {
    const here = from();
    return here === null ? null : neighbour(handle.nodes(), here.rect, here.id, direction);
  };
  const arrow = (direction: ArrowDirection) => () => {
    if (from() === null) goToStart();
    else goTo(towards(direction), `No card ${WHERE[direction]}.`);
  };
  const extend = (direction: ArrowDirection) => () => {
    const id = towards(direction);
    if (id === null) return say(`No card ${WHERE[direction]}.`);
    const all = [...selection().filter((each) => each !== id), id];
    session.reveal(id);
    session.select(all);
    say(`${all.length} selected.`);
  };
  const along = (step: 1 | -1) => () => {
    const here = from();
    const next = here === null ? null : alongOrder(model(), here.id, step);
    if (next !== null) return session.reveal(next);
    // From the last card Tab is the browser's again, so that nobody is caught in here; the inspector beside it still shows the card.
    setEnd(here?.id ?? null);
    say(`${step === 1 ? "End" : "Start"} of the dialogue. Press again to leave the canvas.`);
  };

  const [end, setEnd] = useState<string | null>(null);
  const isAtEnd = useDialogueState(({ active }) => active !== null && active === end);
  useEffect(() => {
    const host = handle.host();
    const forget = () => setEnd(null);
    host?.addEventListener("blur", forget);
    return () => host?.removeEventListener("blur", forget);
  }, [handle]);

  // Apart from the rest: adding these to them would make all of them the newest, before whoever means more by Escape.
  useCommandHandlers(hasSelection && !isAtEnd ? { "cursor.next": along(1), "cursor.previous": along(-1) } : {});
  useCommandHandlers({
    "cursor.left": arrow("left"),
    "cursor.right": arrow("right"),
    "cursor.up": arrow("up"),
    "cursor.down": arrow("down"),
    "extend.left": extend("left"),
    "extend.right": extend("right"),
    "extend.up": extend("up"),
    "extend.down": extend("down"),
    "cursor.back": () => goTo(visited.current.back(isHere), "No card before this one."),
    "cursor.forward": () => goTo(visited.current.forward(isHere), "No card after this one."),
    "cursor.start": goToStart,
    "cursor.out": () => {
      handle.setConnecting(null);
      if (hasSelection) session.select([]);
      view.setState({ marked: new Set() });
    },
    "view.fit": () => handle.fit(),
    "view.actual-size": () => handle.zoomTo(1),
    "view.fit-selection": {
      disabled: hasSelection ? null : "Select something first.",
      run: () => handle.fit(selection()),
    },
    "view.zoom-in": () => handle.zoomTo(handle.zoom() * STEP),
    "view.zoom-out": () => handle.zoomTo(handle.zoom() / STEP),
  });
  return null;
}

const WHERE = { left: "to the left", right: "to the right", up: "above", down: "below" } as const;
