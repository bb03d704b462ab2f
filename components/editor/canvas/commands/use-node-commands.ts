"use client";

import type { LineStatus } from "#domain/dialogue/line-status.ts";
import { DEFAULT_COLOR, NODE_KINDS, type NodeKind } from "#domain/dialogue/wire.ts";
import type { CommandHandler } from "../../../frame/commands/registry.ts";
import type { CommandId } from "../../../frame/commands/table.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { showToast } from "../../../ui/toast.ts";
import { nextLine } from "../../gestures/create-connected.ts";
import { createNode } from "../../gestures/create-node.ts";
import { KIND_COMMAND_NAMES } from "../../gestures/kind-commands.ts";
import { setStatus } from "../../gestures/line-status.ts";
import { addBranch, type BranchGesture, earlierWay } from "../../gestures/new-branch.ts";
import { isSpoken } from "../../gestures/node-kinds.ts";
import { changeKind, setStart } from "../../gestures/node-role.ts";
import { createNote } from "../../gestures/note.ts";
import { nodeBox, STEP_X } from "../../gestures/place.ts";
import type { Point } from "../../model/rects.ts";
import { mainField } from "../surface/row-field.ts";
import { type Doing, useDoing } from "./use-doing.ts";
import { useSelectionFacts } from "./use-selection-facts.ts";

const NO_NODE = "Select a card first.";

/** Returns the position of a new node without a pointer: right of the selected one, else the middle of the view. */
export function newNodePosition({ model, activeNode, handle }: Doing): Point {
  const id = activeNode();
  if (id !== null) {
    const { x, y } = nodeBox(model(), id);
    return { x: x + STEP_X, y };
  }
  const { x, y, width, height } = handle.visibleRect();
  return { x: x + width / 2 - STEP_X / 2, y: y + height / 3 };
}

/** Goes on writing behind a node, along a branch where that is free, and never in a node that is there already. */
export function writeNext(doing: Doing, nodeId: string, branchId: string | null = null): void {
  const next = nextLine(doing.model(), nodeId, branchId);
  if (next.kind === "made") doing.runAndWrite(next.gesture);
  else if (next.kind === "asked") runAndAsk(doing, next.gesture);
  else {
    showToast({ text: next.reason });
    doing.handle.focus();
  }
}

/** Adds a choice, and asks for its words; then for those of the way on that was there before it. */
function runAndAsk(doing: Doing, gesture: BranchGesture | null): void {
  if (gesture === null || !doing.run(gesture)) return;
  const { nodeId, branchId } = gesture;
  const node = doing.model().nodes.get(nodeId);
  const earlier = node === undefined ? null : earlierWay(node, branchId);
  doing.write(nodeId, "choice_text", branchId, earlier?.id);
}

/** One command for each kind of node. */
function ofKinds(verb: "card.new" | "card.make", act: (kind: NodeKind) => CommandHandler) {
  return Object.fromEntries(
    NODE_KINDS.map((kind) => [`${verb}-${KIND_COMMAND_NAMES[kind]}` satisfies CommandId, act(kind)]),
  );
}

/** Commands that make nodes and say what they are. */
export function useNodeCommands(): void {
  const doing = useDoing();
  const { nodes, groups, notes, hasActiveNode } = useSelectionFacts();
  const { session, model, selection, activeNode, run, write } = doing;
  const onNode = (act: (id: string) => void) => ({
    disabled: hasActiveNode ? null : NO_NODE,
    run: () => {
      const id = activeNode();
      if (id !== null) act(id);
    },
  });
  const make = (kind: NodeKind) => () => doing.runAndWrite(createNode(model(), kind, newNodePosition(doing)));
  const become = (kind: NodeKind) => ({
    disabled: nodes > 0 ? null : NO_NODE,
    run: () => run(changeKind(model(), selection(), kind)),
  });
  const mark = (status: LineStatus) => ({
    disabled: nodes > 0 ? null : NO_NODE,
    run: () => {
      if (!run(setStatus(model(), selection(), status))) doing.say("Everything selected already has this status.");
    },
  });
  const onActive = (act: (id: string) => void) => ({
    disabled: nodes + groups + notes > 0 ? null : "Select something first.",
    run: () => {
      const { active } = session.store.getState();
      if (active !== null) act(active);
    },
  });

  useCommandHandlers({
    ...ofKinds("card.new", make),
    ...ofKinds("card.make", become),
    "card.edit": onActive((id) => {
      const node = model().nodes.get(id);
      const { field, branchId } =
        node === undefined
          ? ({ field: model().groups.has(id) ? "title" : "text", branchId: null } as const)
          : mainField(node);
      write(id, field, branchId);
    }),
    "card.rename": onActive((id) => write(id, model().annotations.has(id) ? "text" : "title")),
    "card.next-line": onNode((id) => writeNext(doing, id)),
    "card.speaker": onNode((id) => {
      const node = model().nodes.get(id);
      if (node !== undefined && isSpoken(node)) write(id, "speaker");
      else showToast({ text: "Nobody speaks on this kind of card." });
    }),
    "card.add-choice": onNode((id) => runAndAsk(doing, addBranch(model(), id))),
    "card.set-start": onNode((id) => run(setStart(model(), id))),
    "card.mark-draft": mark("draft"),
    "card.mark-review": mark("review"),
    "card.mark-final": mark("final"),
    "note.new": () => {
      const gesture = createNote(model(), newNodePosition(doing), DEFAULT_COLOR);
      if (run(gesture)) write(gesture.noteId);
    },
  });
}
