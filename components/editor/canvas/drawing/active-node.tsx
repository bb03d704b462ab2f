"use client";

import { useEffect, useRef } from "react";
import { branchLogic, changesOf } from "#domain/branch-words.ts";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { MARK_WORDS, useCompared } from "../../compare/use-compared.ts";
import type { Node } from "../../model/model.ts";
import { useDialogueState, useGroup, useNode } from "../../session/dialogue-context.ts";
import { useProblems } from "../../store/use-problems.ts";
import { useLogicWords, useSpeakerName } from "../surface/names.ts";
import { nodeLabel } from "./node-label.ts";
import { useNodeState } from "./node-state.ts";

/** Id of the element that stands for what is active; nodes themselves come and go with the view. */
export const ACTIVE_ID = "canvas-active";

const NOTHING = "Nothing selected";

/** Names what is active for those who do not see it, whether or not its node is drawn. */
export function ActiveNode({ announce }: { announce: (text: string) => void }) {
  const id = useDialogueState((state) => state.active);
  const count = useDialogueState((state) => state.selection.size);
  const node = useNode(id);
  const group = useGroup(id);
  const note = useDialogueState((state) => (id === null ? undefined : state.annotations.get(id)));
  const state = useNodeState(id ?? "");
  const speaker = useSpeakerName(node?.speaker_id ?? null, node?.speaker_label ?? null);
  const problems = useProblems(id ?? "");
  const logic = useLogicWords((names) => (node === undefined ? "" : ownLogic(node, names)));
  const mark = useCompared(id ?? "")?.mark;
  const name =
    node !== undefined
      ? nodeLabel(node, {
          speaker,
          errors: problems.filter(({ severity }) => severity === "error").length,
          warnings: problems.filter(({ severity }) => severity === "warning").length,
          start: state.start,
          conflict: state.conflict,
          logic,
          change: mark && MARK_WORDS[mark],
        })
      : group !== undefined
        ? `${group.title || "Group"}, group`
        : note !== undefined
          ? `Note: ${note.text.slice(0, 200)}`
          : NOTHING;
  const said = count > 1 ? `${name}. ${count} selected` : name;
  const last = useRef<string | null>(id);
  useEffect(() => {
    // Another node is news; the same one while it is written in is not.
    if (last.current === id) return;
    last.current = id;
    announce(said);
  }, [id, said, announce]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands for a node inside an application, not for a set of fields.
    <div id={ACTIVE_ID} role="group" aria-roledescription="card" aria-label={said} className="sr-only" />
  );
}

/** Returns the first condition of a check, or the changes of an instruction, in words. */
function ownLogic(node: Node, names: DescribedNames): string {
  if (node.kind === "instruction") return changesOf(node, names);
  const [test] = node.branches;
  return node.kind === "condition" && test !== undefined ? branchLogic({ ...test, effects: [] }, names) : "";
}
