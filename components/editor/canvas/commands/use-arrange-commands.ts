"use client";

import { DEFAULT_COLOR } from "#domain/dialogue/wire.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { groupInWords, groupNodes, moveToGroup, ungroup } from "../../gestures/group.ts";
import { type Alignment, align, type Direction, distribute, moveBy } from "../../gestures/move.ts";
import { GRID, type Point } from "../../model/rects.ts";
import { useViewStore } from "../../store/view-state.ts";
import { useDoing } from "./use-doing.ts";
import { useSelectionFacts } from "./use-selection-facts.ts";

/** Distance that the keys move a selection, and with Shift. */
const FAR = 8 * GRID;

/** Commands that move, align and group what is selected. */
export function useArrangeCommands(): void {
  const { session, model, selection, run, write, say } = useDoing();
  const view = useViewStore();
  const { nodes: nodeIds, groups, notes } = useSelectionFacts();
  const some = nodeIds + groups + notes;
  const nothing = some > 0 ? null : "Select something first.";

  const nudge = (by: Point) => ({
    disabled: nothing,
    run: () => {
      const ids = selection();
      // Nudges in a row are one move; of other things they are another.
      run(moveBy(model(), ids, by), { coalesce: `nudge ${ids.join()}` });
    },
  });
  const aligned = (to: Alignment) => ({
    disabled: some > 1 || groups > 0 ? null : "Select two or more things.",
    run: () => run(align(model(), selection(), to)),
  });
  const spaced = (direction: Direction) => ({
    disabled: some > 2 || groups > 0 ? null : "Select three or more things.",
    run: () => run(distribute(model(), selection(), direction)),
  });

  useCommandHandlers({
    "group.create": {
      disabled: nodeIds > 0 ? null : "Select the cards of the group first.",
      run: () => {
        const gesture = groupNodes(model(), selection(), "", DEFAULT_COLOR);
        if (gesture !== null && run(gesture)) write(gesture.groupId, "title");
      },
    },
    "group.ungroup": {
      disabled: groups > 0 ? null : "Select a group first.",
      run: () => run(ungroup(model(), selection())),
    },
    "group.leave": {
      disabled: nodeIds > 0 ? null : "Select the cards first.",
      run: () => run(moveToGroup(model(), selection(), null)),
    },
    "group.fold": () => {
      const { groups: all, nodes, active } = session.store.getState();
      const id = active !== null && all.has(active) ? active : (nodes.get(active ?? "")?.group_id ?? null);
      if (id === null) return say("Select a group, or a card of one.");
      const folded = new Set(view.getState().folded);
      const isFolded = folded.has(id);
      if (isFolded) folded.delete(id);
      else folded.add(id);
      view.setState({ folded });
      session.select([id]);
      say(`${isFolded ? "Unfolded" : "Folded"} ${groupInWords(all.get(id))}.`);
    },
    "arrange.left": aligned("left"),
    "arrange.center": aligned("center"),
    "arrange.right": aligned("right"),
    "arrange.top": aligned("top"),
    "arrange.middle": aligned("middle"),
    "arrange.bottom": aligned("bottom"),
    "arrange.across": spaced("across"),
    "arrange.down": spaced("down"),
    "nudge.left": nudge({ x: -GRID, y: 0 }),
    "nudge.right": nudge({ x: GRID, y: 0 }),
    "nudge.up": nudge({ x: 0, y: -GRID }),
    "nudge.down": nudge({ x: 0, y: GRID }),
    "nudge.far-left": nudge({ x: -FAR, y: 0 }),
    "nudge.far-right": nudge({ x: FAR, y: 0 }),
    "nudge.far-up": nudge({ x: 0, y: -FAR }),
    "nudge.far-down": nudge({ x: 0, y: FAR }),
  });
}
