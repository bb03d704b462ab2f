"use client";

import { GitBranch, GripVertical, X } from "lucide-react";
import { memo, type PointerEvent, useId } from "react";
import { counted } from "#domain/counted.ts";
import { describeConditions } from "#domain/describe-logic.ts";
import { STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import { branchName, wayName } from "#domain/dialogue/names.ts";
import type { BranchPatch } from "#domain/dialogue/operations/operation.ts";
import { limitOf, MAX_REPEATS } from "#domain/dialogue/wire.ts";
import { isAutomatic } from "#domain/runtime/story.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SettledNumber } from "../../ui/settled-number.tsx";
import { deleteBranch } from "../gestures/connect.ts";
import { quotedBranch } from "../gestures/gesture.ts";
import { wordsAskedFor } from "../gestures/new-branch.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { nodeOfMoment } from "../store/dialogue-state.ts";
import { FieldMarks } from "./field-marks.tsx";
import { FieldNotices } from "./field-notices.tsx";
import { StatusField } from "./status-field.tsx";
import { TargetField } from "./target-field.tsx";
import { useAnsweredWay } from "./use-answered-way.ts";
import { useLogicNames } from "./use-logic-names.ts";
import { useTextField } from "./use-text-field.ts";

type Branch = Node["branches"][number];

interface BranchRowProps {
  nodeId: string;
  branch: Branch;
  index: number;
  disabledReason: string | null;
  drop: "above" | "below" | null;
  isDragged: boolean;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onOpenLogic?: ((branchId: string) => void) | undefined;
}

/** One branch: its words, where it leads, when it is offered. */
export const BranchRow = memo(function BranchRow({
  nodeId,
  branch,
  index,
  disabledReason,
  drop,
  isDragged,
  onGrab,
  onOpenLogic,
}: BranchRowProps) {
  const session = useDialogue();
  const name = branchName(branch);
  const way = useDialogueState((state) => {
    const node = nodeOfMoment(state, nodeId);
    return node === undefined || branch.choice_text !== "" ? null : wayName(node, branch);
  });
  const asks = useDialogueState((state) => {
    const node = nodeOfMoment(state, nodeId);
    return node !== undefined && (branch.kind === "event" || !isAutomatic(node));
  });
  const hasWords = branch.choice_text !== "" || (asks && branch.kind !== "else" && branch.kind !== "fallback");
  const isLimited = branch.repeat !== "sticky";
  const put = (label: string, patch: BranchPatch) =>
    session.dispatch(label, [{ op: "branch.update", node_id: nodeId, id: branch.id, patch }]);
  const isEdge = drop === "above" ? "border-t-2 border-t-accent" : drop === "below" ? "border-b-2 border-b-accent" : "";
  return (
    <li
      data-branch={branch.id}
      data-way={branch.kind === "auto" && branch.choice_text === "" ? "" : undefined}
      aria-label={`Choice ${index + 1}: ${name}`}
      className={`rounded-card border border-line bg-paper p-1.5 ${isEdge} ${isDragged ? "opacity-60" : ""}`}
    >
      <div className="flex items-start gap-0.5">
        <span
          data-tip="Drag to move. Keys: Shift and Ctrl or ⌘ with ↑ or ↓"
          aria-hidden="true"
          className={`flex h-7 w-5 shrink-0 touch-none items-center justify-center text-ink-3 ${disabledReason === null ? "cursor-grab active:cursor-grabbing" : "invisible"}`}
          onPointerDown={onGrab}
        >
          <GripVertical size={14} />
        </span>
        <div className="min-w-0 grow">
          {way !== null && branch.kind !== "choice" && <p className="pt-1 text-11 text-ink-3">{way}</p>}
          {hasWords && <BranchWords nodeId={nodeId} branch={branch} />}
        </div>
        {disabledReason === null && (
          <IconButton
            size="sm"
            label={`Delete the choice “${name}”`}
            icon={<X aria-hidden="true" size={14} />}
            onClick={() => {
              const done = deleteBranch(session.store.getState(), nodeId, branch.id);
              if (done !== null) session.dispatch(done.label, done.operations);
            }}
          />
        )}
      </div>
      <div className="mt-1 space-y-1 ps-5">
        <TargetField nodeId={nodeId} branch={branch} eachBranch={name} disabledReason={disabledReason} />
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <ConditionChip branch={branch} onOpenLogic={onOpenLogic} />
          <Checkbox
            label={branch.repeat === "limited" ? "At most" : "Once"}
            className="text-12 text-ink-2"
            checked={isLimited}
            disabled={disabledReason !== null}
            onChange={(event) =>
              put(event.target.checked ? `Offer ${quotedBranch(branch)} once` : `Offer ${quotedBranch(branch)} again`, {
                repeat: event.target.checked ? "once" : "sticky",
                ...(branch.repeat_limit !== null && { repeat_limit: null }),
              })
            }
          />
          {isLimited && (
            <span className="inline-flex items-center gap-1 text-12 text-ink-2">
              <SettledNumber
                isInteger
                min={1}
                max={MAX_REPEATS}
                aria-label={`How often “${name}” can be taken`}
                className="numerals min-h-6 w-12 rounded-control border border-line bg-panel px-1 text-12 text-ink hover:border-ink-3 read-only:cursor-not-allowed"
                value={limitOf(branch)}
                readOnly={disabledReason !== null}
                onChange={(times) =>
                  put(`Change ${quotedBranch(branch)}`, {
                    repeat: times === 1 ? "once" : "limited",
                    repeat_limit: times === 1 ? null : times,
                  })
                }
              />
              {limitOf(branch) === 1 ? "time" : "times"}
            </span>
          )}
          {branch.choice_text.trim() !== "" && (
            <StatusField
              of={`the choice “${name}”`}
              progress={branch}
              words={branch.choice_text}
              disabledReason={disabledReason}
              onChange={(status) =>
                put(`Mark ${quotedBranch(branch)} as ${STATUS_NAMES[status].toLowerCase()}`, { status })
              }
            />
          )}
          {branch.unwind && (
            <Checkbox
              label="Ends detours"
              className="text-12 text-ink-2"
              checked
              disabled={disabledReason !== null}
              onChange={() => put(`Change ${quotedBranch(branch)}`, { unwind: false })}
            />
          )}
          {asks && (branch.conditions.length > 0 || isLimited) && (
            <label className="inline-flex items-center gap-1 text-12 text-ink-2">
              {isLimited && branch.conditions.length === 0 ? "After that" : "If not"}
              <select
                className="min-h-6 cursor-pointer rounded-control border border-line bg-panel px-1 text-12 text-ink hover:border-ink-3 disabled:cursor-not-allowed"
                value={branch.when_unavailable}
                disabled={disabledReason !== null}
                onChange={(event) =>
                  put(`Change ${quotedBranch(branch)}`, {
                    when_unavailable: event.target.value === "disable" ? "disable" : "hide",
                  })
                }
              >
                <option value="hide">hidden</option>
                <option value="disable">greyed out</option>
              </select>
            </label>
          )}
        </div>
      </div>
    </li>
  );
});

/** Button with a branch's conditions and effects in a few words; it opens them. */
function ConditionChip({ branch, onOpenLogic }: Pick<BranchRowProps, "branch" | "onOpenLogic">) {
  const description = useLogicNames((names) => describeConditions(branch.conditions, names));
  const effects = branch.effects.length;
  const said = [
    ...(branch.conditions.length > 0 ? [`only if ${description}`] : []),
    ...(effects > 0 ? [counted(effects, "effect")] : []),
    ...(branch.opened_by === null ? [] : ["opened by talking"]),
  ].join(" · ");
  if (onOpenLogic === undefined) {
    return said === "" ? null : (
      <span className="min-w-0 break-words text-12 text-ink-2" dir="auto">
        {said}
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-label={`Logic of “${branchName(branch)}”: ${said === "" ? "none" : said}`}
      className={`inline-flex min-h-6 max-w-full cursor-pointer items-center gap-1 rounded-control border px-1.5 text-start text-12 hover:border-ink-3 hover:text-ink ${said === "" ? "border-transparent text-ink-3" : "border-line text-ink-2"}`}
      onClick={() => onOpenLogic(branch.id)}
    >
      <GitBranch aria-hidden="true" size={12} className="shrink-0 text-kind-condition" />
      <span className="min-w-0 truncate" dir="auto">
        {said === "" ? "Logic" : said}
      </span>
    </button>
  );
}

interface BranchWordsProps {
  nodeId: string;
  branch: Node["branches"][number];
}

/** The words of a branch, as the player reads them. */
function BranchWords({ nodeId, branch }: BranchWordsProps) {
  const id = useId();
  const pointer = `/branches/${branch.id}/choice_text`;
  const label = `Write the choice ${quotedBranch(branch)}`;
  const kindFor = useAnsweredWay(nodeId, branch.id);
  const field = useTextField({ subjectId: nodeId, pointer, label, kindFor });
  const { bind, reason, conflict } = field;
  const placeholder = useDialogueState((state) => {
    const node = nodeOfMoment(state, nodeId);
    return node === undefined ? "" : wordsAskedFor(node, branch);
  });
  return (
    <>
      <textarea
        {...bind}
        id={id}
        aria-label="Words of the choice"
        aria-invalid={conflict !== null || undefined}
        title={reason ?? undefined}
        rows={1}
        placeholder={placeholder}
        className="field-sizing-content block max-h-40 min-h-7 w-full resize-none rounded-control border border-transparent bg-transparent px-1 py-0.5 font-reading text-14 text-ink leading-snug placeholder:text-ink-3 hover:border-line focus:border-accent aria-invalid:border-warn"
      />
      <FieldMarks field={field} />
      <FieldNotices subjectId={nodeId} pointer={pointer} fieldId={id} />
    </>
  );
}
