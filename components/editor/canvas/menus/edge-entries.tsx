import type { MenuEntry } from "../../../ui/menu-entry.ts";
import { deleteBranch, disconnect } from "../../gestures/connect.ts";
import { quotedBranch } from "../../gestures/gesture.ts";
import { isOpen } from "../../gestures/new-branch.ts";
import type { Doing } from "../commands/use-doing.ts";

/** Actions of an edge's menu besides gestures. */
interface EdgeActs {
  /** Asks which node to put into it. */
  insert(): void;
  /** Lets the edge be led elsewhere by a click or the arrows. */
  retarget(): void;
  retargetToDialogue(): void;
  /** Looks for a way on which it is taken. */
  showHow(): void;
}

/** The menu of an edge. */
export function edgeEntries(
  doing: Doing,
  nodeId: string,
  branchId: string,
  acts: EdgeActs,
  reason: string | null,
): readonly MenuEntry[] {
  const branch = doing
    .model()
    .nodes.get(nodeId)
    ?.branches.find(({ id }) => id === branchId);
  if (branch === undefined) return [];
  const line = (title: string, onSelect: () => void): MenuEntry => ({ title, onSelect, disabledReason: reason });
  return [
    { heading: quotedBranch(branch) },
    "separator",
    line("Put a card in between…", acts.insert),
    line("Lead it to another card…", acts.retarget),
    line("Lead it to another dialogue…", acts.retargetToDialogue),
    { title: "Show me how to get here", onSelect: acts.showHow },
    line("Write the choice", () => doing.write(nodeId, "choice_text", branchId)),
    "separator",
    ...(isOpen(branch)
      ? []
      : [line("Disconnect", () => doing.run(disconnect(doing.model(), nodeId, branchId), { undoToast: true }))]),
    line("Delete the choice", () => doing.run(deleteBranch(doing.model(), nodeId, branchId), { undoToast: true })),
  ];
}
