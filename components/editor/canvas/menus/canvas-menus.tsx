"use client";

import { StickyNote } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { PORT_Y } from "#domain/dialogue/node-metrics.ts";
import { DEFAULT_COLOR, type NodeKind } from "#domain/dialogue/wire.ts";
import { useCommandEntries } from "../../../frame/commands/command-menu.tsx";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { useCharacters } from "../../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import { Glyph } from "../../fields/glyph.tsx";
import { type Port, portOf } from "../../gestures/connect.ts";
import { createConnected, insertOnEdge } from "../../gestures/create-connected.ts";
import { createNode } from "../../gestures/create-node.ts";
import { type MadeKind, NODE_KINDS_MADE } from "../../gestures/node-kinds.ts";
import { createNote } from "../../gestures/note.ts";
import { nodeBox } from "../../gestures/place.ts";
import type { Node } from "../../model/model.ts";
import type { Point } from "../../model/rects.ts";
import { showHowToGetTo, useView, useViewStore } from "../../store/view-state.ts";
import { useDoing } from "../commands/use-doing.ts";
import { newNodePosition } from "../commands/use-node-commands.ts";
import { useSelectionFacts } from "../commands/use-selection-facts.ts";
import { type CanvasPlace, type CanvasTarget, useCanvasIntents } from "../surface/canvas-surface.ts";
import { DialoguePicker } from "./dialogue-picker.tsx";
import { edgeEntries } from "./edge-entries.tsx";
import { PAPER_COMMANDS } from "./menu-commands.ts";
import { selectionEntries } from "./selection-entries.tsx";
import { type PointMenu, usePointMenu } from "./use-point-menu.tsx";

/** The menus of the canvas: what can be done with what one points at, and which node to make. */
export function CanvasMenus() {
  const doing = useDoing();
  const { session, handle, model, activeNode } = doing;
  const { hasActiveNode, nodes, groups, notes } = useSelectionFacts();
  const reason = reasonOf(useCan()("edit"));
  const toEntries = useCommandEntries();
  const view = useViewStore();
  const jumping = useView((state) => state.jumping);
  const setJumping = (port: Port | null) => view.setState({ jumping: port });
  const menu = usePointMenu();
  const characters = useCharacters();
  const speakerOf = ({ speaker_id }: Node) => characters.get(speaker_id ?? "")?.name;
  const newest = useRef({ toEntries, reason, speakerOf });
  useLayoutEffect(() => {
    newest.current = { toEntries, reason, speakerOf };
  });

  const openKinds = (at: Point, pick: (kind: NodeKind) => void) =>
    menu.open(kindMenu(at, pick, () => menu.open({ at, entries: () => OTHERS.map((each) => kindEntry(each, pick)) })));
  const onScreen = ({ x, y }: Point) => handle.canvasToScreen({ x, y });
  const askKind = (at: Point, screen: Point) =>
    openKinds(screen, (kind) => doing.runAndWrite(createNode(model(), kind, at)));
  const askKindAfter = (from: Port, at: Point | null, screen: Point) =>
    openKinds(screen, (kind) => doing.runAndWrite(createConnected(model(), from, kind, at)));
  const askKindBetween = (nodeId: string, branchId: string, screen: Point) =>
    openKinds(screen, (kind) => doing.runAndWrite(insertOnEdge(model(), nodeId, branchId, kind)));
  const cornerOf = (id: string): Point => {
    const { x, y, width } = nodeBox(model(), id);
    return onScreen({ x: x + width, y });
  };

  function entriesFor(target: CanvasTarget, at: Point, screen: Point): readonly MenuEntry[] {
    if (target.kind === "edge") {
      const from = { nodeId: target.nodeId, branchId: target.id };
      return edgeEntries(
        doing,
        target.nodeId,
        target.id,
        {
          insert: () => askKindBetween(target.nodeId, target.id, screen),
          retarget: () => view.setState({ connecting: from }),
          retargetToDialogue: () => setJumping(from),
          showHow: () => showHowToGetTo(view, { branch: target.id }),
        },
        newest.current.reason,
      );
    }
    if (target.kind !== "paper")
      return selectionEntries(doing, newest.current.toEntries, newest.current.reason, newest.current.speakerOf);
    const make = (kind: NodeKind) => doing.runAndWrite(createNode(model(), kind, at));
    const addNote = () => {
      const gesture = createNote(model(), at, DEFAULT_COLOR);
      if (doing.run(gesture)) doing.write(gesture.noteId);
    };
    const allowed = newest.current.reason;
    return [
      { heading: "Add here" },
      ...COMMON.map((each) => ({ ...kindEntry(each, make), disabledReason: allowed })),
      { title: "More", entries: OTHERS.map((each) => kindEntry(each, make)), disabledReason: allowed },
      {
        title: "Note",
        icon: <StickyNote aria-hidden="true" className="size-4" />,
        onSelect: addNote,
        disabledReason: allowed,
      },
      "separator",
      ...newest.current.toEntries(["edit.paste"]),
      "separator",
      ...newest.current.toEntries(PAPER_COMMANDS),
    ];
  }

  useCanvasIntents({
    onContextMenu: (target, { at, screen }) => menu.open({ at: screen, entries: () => entriesFor(target, at, screen) }),
    ...(doing.mayEdit && {
      // The end of the wire is where the node takes it in.
      onConnectionDrop: (from: Port, { at, screen }: CanvasPlace) =>
        askKindAfter(from, { x: at.x, y: at.y - PORT_Y }, screen),
      onEdgeInsert: ({ id, nodeId }: { id: string; nodeId: string }, { screen }: CanvasPlace) =>
        askKindBetween(nodeId, id, screen),
    }),
  });
  useCommandHandlers({
    "card.new": () => {
      const at = newNodePosition(doing);
      askKind(at, onScreen(at));
    },
    "card.new-after": {
      disabled: hasActiveNode ? null : "Select the card it comes after first.",
      run: () => {
        const id = activeNode();
        if (id !== null) askKindAfter(portOf(model(), id), null, cornerOf(id));
      },
    },
    "card.connect-dialogue": {
      disabled: hasActiveNode ? null : "Select the card to connect first.",
      run: () => {
        const id = activeNode();
        if (id !== null) setJumping(portOf(model(), id));
      },
    },
    "card.menu": {
      disabled: nodes + groups + notes > 0 ? null : "Select something first.",
      run: () => {
        const { active } = session.store.getState();
        const rect = active === null ? null : handle.rectOf(active);
        if (rect === null) return;
        const entries = () => selectionEntries(doing, newest.current.toEntries, newest.current.reason);
        menu.open({ at: onScreen({ x: rect.x + 24, y: rect.y + 24 }), entries });
      },
    },
  });
  return (
    <>
      {menu.popup}
      {jumping !== null && <DialoguePicker from={jumping} onClose={() => setJumping(null)} />}
    </>
  );
}

const COMMON = NODE_KINDS_MADE.filter(({ isCommon }) => isCommon);
const OTHERS = NODE_KINDS_MADE.filter(({ isCommon }) => !isCommon);

/** A kind in a menu, with its sign and what it is for. */
function kindEntry({ kind, name, hint, isCommon }: MadeKind, pick: (kind: NodeKind) => void) {
  return {
    title: name,
    hint,
    icon: <Glyph kind={kind} size={16} />,
    ...(isCommon && { keys: name.charAt(0) }),
    onSelect: () => pick(kind),
  };
}

/** A menu that asks which kind of node to make: the common ones, whose first letters pick them, and a way to the others. */
function kindMenu(at: Point, pick: (kind: NodeKind) => void, more: () => void): PointMenu {
  const letters = COMMON.map(({ kind, name }) => [name.charAt(0).toLowerCase(), () => pick(kind)] as const);
  return {
    at,
    entries: () => [
      ...COMMON.map((each) => kindEntry(each, pick)),
      "separator",
      { title: "More…", keys: "M", onSelect: more },
    ],
    letters: { ...Object.fromEntries(letters), m: more },
  };
}
