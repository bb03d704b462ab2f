"use client";

import { Plus } from "lucide-react";
import { type KeyboardEvent, memo, useRef, useState } from "react";
import { isMacPlatform } from "../../frame/commands/platform.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { addBranch } from "../gestures/new-branch.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { nodeOfMoment } from "../store/dialogue-state.ts";
import { BranchRow } from "./branch-row.tsx";
import { moveBranch, useRowDrag } from "./move-branch.ts";

interface BranchRowsProps {
  nodeId: string;
  /** Shows the conditions and effects of a branch; absent where they cannot be shown. */
  onOpenLogic?: ((branchId: string) => void) | undefined;
}

/** The branches of a node: their words, where they lead, in their order. */
export const BranchRows = memo(function BranchRows({ nodeId, onOpenLogic }: BranchRowsProps) {
  const session = useDialogue();
  // Not the whole node: its branches keep their identity while its text is typed.
  const branches = useDialogueState((state) => nodeOfMoment(state, nodeId)?.branches);
  const kind = useDialogueState((state) => state.nodes.get(nodeId)?.kind);
  const [said, setSaid] = useState("");
  const edit = useCan()("edit");
  const list = useRef<HTMLOListElement>(null);
  const last = useRef<string | null>(null);
  const { dragged, start } = useRowDrag(list, move);
  const disabledReason = reasonOf(edit);

  function move(branchId: string, to: number): void {
    const now = session.store.getState().nodes.get(nodeId);
    const done = now === undefined ? null : moveBranch(now, branchId, to);
    if (done === null || !session.dispatch(done.label, done.operations)) return;
    setSaid(done.said);
    // React keeps the row, but a moved element loses the focus in some browsers.
    const focused = document.activeElement;
    requestAnimationFrame(() => {
      if (focused instanceof HTMLElement && document.activeElement !== focused) focused.focus();
    });
  }

  function step(branchId: string | null, by: number): void {
    const at =
      session.store
        .getState()
        .nodes.get(nodeId)
        ?.branches.findIndex(({ id }) => id === branchId) ?? -1;
    if (branchId !== null && at >= 0) move(branchId, at + by);
  }

  useCommandHandlers({
    "choice.up": () => step(last.current, -1),
    "choice.down": () => step(last.current, 1),
  });

  if (branches === undefined || kind === undefined) return null;

  // The command host leaves arrows to fields; in a branch these mean its place.
  function onKeyDown(event: KeyboardEvent): void {
    const mod = isMacPlatform() ? event.metaKey : event.ctrlKey;
    if (!mod || !event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const branchId = event.target instanceof Element ? branchOf(event.target) : null;
    if (by === undefined || branchId === null) return;
    event.preventDefault();
    step(branchId, by);
  }

  function add(): void {
    const gesture = addBranch(session.store.getState(), nodeId);
    if (gesture === null || !session.dispatch(gesture.label, gesture.operations)) return;
    focusWords(list.current, gesture.branchId);
  }

  return (
    <div>
      <ol
        ref={list}
        aria-label="Choices"
        className="space-y-2"
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          last.current = branchOf(event.target);
        }}
      >
        {branches.map((branch, index) => (
          <BranchRow
            key={branch.id}
            nodeId={nodeId}
            branch={branch}
            index={index}
            disabledReason={disabledReason}
            drop={dragged === null || dragged.id === branch.id ? null : dropSide(index, dragged.from, dragged.to)}
            isDragged={dragged?.id === branch.id}
            onGrab={(event) => start(event, branch.id, index)}
            onOpenLogic={onOpenLogic}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {branches.length === 0 && (
        <p className="text-13 text-ink-3">{kind === "end" ? "An ending needs no choices." : "No choices yet."}</p>
      )}
      <Button
        size="sm"
        variant="bare"
        className="-ms-2.5 mt-1"
        icon={<Plus aria-hidden="true" size={14} />}
        onClick={add}
        disabledReason={disabledReason}
      >
        Add a choice
      </Button>
    </div>
  );
});

/** Moves the focus to the words of a branch, once its row is there. */
export function focusWords(within: ParentNode | null, branchId: string): void {
  requestAnimationFrame(() => {
    within?.querySelector<HTMLElement>(`[data-branch="${branchId}"] textarea`)?.focus();
  });
}

/** The branch whose row has the focus; null where none has. */
export function focusedBranch(): string | null {
  return document.activeElement === null ? null : branchOf(document.activeElement);
}

function branchOf(element: Element): string | null {
  return element.closest<HTMLElement>("[data-branch]")?.dataset.branch ?? null;
}

/** Returns the side of a row at which the dragged one would be dropped; null when not beside it. */
function dropSide(index: number, from: number, to: number): "above" | "below" | null {
  if (to === from || index !== to) return null;
  return to < from ? "above" : "below";
}
