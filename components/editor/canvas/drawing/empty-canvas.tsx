"use client";

import { useCommand } from "../../../frame/commands/use-command.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";

/** Canvas without a node: the place where the first one goes. */
export function EmptyCanvas() {
  const isEmpty = useDialogueState((state) => state.nodes.size === 0);
  const command = useCommand("card.new-line");
  if (!isEmpty || !command.isOffered) return null;
  return (
    <button
      type="button"
      className="cv-empty"
      aria-disabled={command.disabledReason !== null || undefined}
      title={command.disabledReason ?? undefined}
      onClick={command.run}
    >
      <span className="font-reading text-16 text-ink">Write the first line</span>
      <span className="text-13">Or double-click anywhere on the paper.</span>
    </button>
  );
}
