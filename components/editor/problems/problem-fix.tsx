"use client";

import { Ellipsis } from "lucide-react";
import type { ProblemCode } from "#domain/problems/problem.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { showToast } from "../../ui/toast.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { useViewStore } from "../store/view-state.ts";
import { clearSpeaker, createNext, createTarget, endHere, type Fix, markAsEnding, removeBranches } from "./fixes.ts";

/** Fixes that ask something first. */
export type AskingFix = "retarget" | "pick-ending" | "set-start" | "lead-here" | "declare-variable" | "match-speaker";
const ASKING: ReadonlySet<FixKind> = new Set([
  "retarget",
  "pick-ending",
  "set-start",
  "lead-here",
  "declare-variable",
  "match-speaker",
]);

function asks(kind: FixKind): kind is AskingFix {
  return ASKING.has(kind);
}

/** Does a fix as one gesture, and says so with Undo. */
export function useApplyFix(): (fix: Fix | null) => boolean {
  const dialogue = useDialogue();
  return (fix) => {
    if (fix === null || !dialogue.dispatch(fix.label, fix.operations, { select: fix.select })) return false;
    dialogue.settle();
    const [first] = fix.select;
    if (first !== undefined) dialogue.reveal(first);
    showToast({ text: `Done: ${fix.label}.`, undo: () => dialogue.undo() });
    return true;
  };
}

/** The quick fixes of a group of problems: the likeliest as a button, the others in a menu. */
export function ProblemFix({
  group,
  name,
  onAsk,
  onIgnore,
}: {
  group: ShownGroup;
  /** Subject of the group, so that equal buttons can be told apart. */
  name: string;
  onAsk: (kind: AskingFix) => void;
  onIgnore: () => void;
}) {
  const dialogue = useDialogue();
  const view = useViewStore();
  const can = useCan();
  const apply = useApplyFix();
  const edit = can("edit");
  const change = can("change");
  const reason = reasonOf(edit);

  function run(kind: FixKind): void {
    if (asks(kind)) onAsk(kind);
    else if (kind === "write" || kind === "write-test" || kind === "open-logic") open(kind);
    else apply(fixOf(kind));
  }

  function open(kind: "write" | "write-test" | "open-logic"): void {
    if (group.node_id === null) return;
    dialogue.reveal(group.node_id);
    if (kind === "open-logic") view.setState({ side: "inspector", inspectorTab: "logic" });
    else {
      const field = kind === "write-test" ? "test" : group.branch_id === null ? "text" : "choice_text";
      view.setState({ editing: { nodeId: group.node_id, field, branchId: group.branch_id } });
    }
  }

  function fixOf(kind: FixKind): Fix | null {
    const { nodes } = dialogue.store.getState();
    const node = nodes.get(group.node_id ?? "");
    if (kind === "create-target") return createTarget(group, nodes);
    if (kind === "remove-branch") return removeBranches(group);
    if (kind === "clear-speaker") return clearSpeaker(group);
    if (node === undefined) return null;
    if (kind === "mark-ending") return markAsEnding(node);
    if (kind === "create-next") return createNext(node, nodes);
    return kind === "end-here" ? endHere(node) : null;
  }

  const disabled = (kind: FixKind): string | null => {
    if (kind === "open-logic") return null;
    if (kind === "declare-variable") return reasonOf(change);
    return reason;
  };
  const [first, ...others] = fixesFor(group);
  const entries: MenuEntry[] = others.map((kind) => ({
    title: FIX_TITLES[kind],
    onSelect: () => run(kind),
    disabledReason: disabled(kind),
  }));
  if (entries.length > 0) entries.push("separator");
  entries.push({
    title: "Ignore with reason…",
    onSelect: onIgnore,
    disabledReason: reasonOf(change),
  });

  return (
    <div className="flex items-center justify-end gap-1">
      {first !== undefined && (
        <Button
          size="sm"
          aria-label={`${FIX_TITLES[first]} ${name}`}
          onClick={() => run(first)}
          disabledReason={disabled(first)}
        >
          {FIX_TITLES[first]}
        </Button>
      )}
      <Menu
        align="end"
        entries={() => entries}
        trigger={(props) => (
          <IconButton size="sm" label={`More for ${name}`} icon={<Ellipsis className="size-4" />} {...props} />
        )}
      />
    </div>
  );
}

/** Kinds of fixes for a problem, besides ignoring it. */
type FixKind =
  | "create-target"
  | "retarget"
  | "remove-branch"
  | "mark-ending"
  | "create-next"
  | "pick-ending"
  | "set-start"
  | "lead-here"
  | "declare-variable"
  | "match-speaker"
  | "clear-speaker"
  | "end-here"
  | "write"
  | "write-test"
  | "open-logic";

/** Words of the fixes' buttons. */
const FIX_TITLES: Readonly<Record<FixKind, string>> = {
  "create-target": "Create target",
  retarget: "Re-target…",
  "remove-branch": "Remove choice",
  "mark-ending": "Mark as ending",
  "create-next": "Add next card",
  "pick-ending": "Choose an ending…",
  "set-start": "Set start…",
  "lead-here": "Lead here from…",
  "declare-variable": "Declare variable…",
  "match-speaker": "Match speaker…",
  "clear-speaker": "Clear speaker",
  "end-here": "End here",
  write: "Write it",
  "write-test": "Write the test",
  "open-logic": "Open its logic",
};

const TARGET: readonly FixKind[] = ["create-target", "retarget", "remove-branch"];

const FIXES: Readonly<Record<ProblemCode, readonly FixKind[]>> = {
  missing_start: ["set-start"],
  dead_end: ["mark-ending", "create-next"],
  invalid_target: TARGET,
  unmatched_import: TARGET,
  missing_dialogue: ["retarget", "remove-branch"],
  undeclared_variable: ["declare-variable", "open-logic"],
  type_mismatch: ["open-logic"],
  malformed_logic: ["open-logic"],
  missing_reference: ["open-logic"],
  no_ending: ["pick-ending"],
  unreachable: ["lead-here", "set-start"],
  no_route_to_end: ["mark-ending", "create-next"],
  open_choice: TARGET,
  asks_nothing: ["write-test", "remove-branch"],
  never_holds: ["open-logic", "remove-branch"],
  never_set: ["open-logic"],
  never_told: ["open-logic"],
  nobody_answers: ["match-speaker"],
  unknown_action: ["open-logic"],
  empty_text: ["write"],
  empty_choice: ["write", "remove-branch"],
  duplicate_choice: ["write", "remove-branch"],
  unknown_speaker: ["match-speaker", "clear-speaker"],
  always_holds: ["open-logic"],
  unmatched_speaker: ["match-speaker"],
  opaque_logic: ["open-logic"],
};

const ON_BRANCH: ReadonlySet<FixKind> = new Set(["create-target", "retarget", "remove-branch"]);

/** Returns the fixes for a group of problems, the likeliest first. */
function fixesFor(group: ShownGroup): readonly FixKind[] {
  if (group.branch_id !== null) return FIXES[group.code];
  // On the node itself there is no branch to lead elsewhere or to remove.
  if (group.code === "missing_dialogue") return ["end-here"];
  if (group.code === "unmatched_import") return ["open-logic"];
  return FIXES[group.code].filter((kind) => !ON_BRANCH.has(kind));
}
