"use client";

import { memo } from "react";
import { describeConditions } from "#domain/describe-logic.ts";
import type { SubjectComparison } from "#domain/dialogue/comparison.ts";
import { nodeName } from "#domain/dialogue/names.ts";
import { Redline } from "../../frame/changes/redline.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { PageLink } from "../../ui/page-link.tsx";
import { MARK_WORDS, textChange, useCompared } from "../compare/use-compared.ts";
import { BranchWords } from "../fields/branch-words.tsx";
import { ProgressMark } from "../fields/progress-mark.tsx";
import { useLogicNames } from "../fields/use-logic-names.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";

type Branch = Node["branches"][number];

/** Targets of a section: each branch with a link to its section. */
export function ScriptBranches({ node }: { node: Pick<Node, "id" | "branches"> }) {
  const compared = useCompared(node.id);
  if (node.branches.length === 0) return null;
  return (
    <ul className="mt-2 ms-6 flex flex-col gap-1">
      {node.branches.map((branch) => (
        <ScriptBranch key={branch.id} branch={branch} compared={compared} />
      ))}
    </ul>
  );
}

interface ScriptBranchProps {
  branch: Branch;
  /** Difference of its node between the compared moments. */
  compared: SubjectComparison | undefined;
}

const ScriptBranch = memo(function ScriptBranch({ branch, compared }: ScriptBranchProps) {
  const change = textChange(compared, `/branches/${branch.id}/choice_text`, branch.text_marks);
  const mark = useDialogueState((state) => state.compared?.branches.get(branch.id));
  const condition = useLogicNames((names) =>
    branch.conditions.length === 0 ? "" : describeConditions(branch.conditions, names),
  );
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 text-14">
      <span dir="auto" className="min-w-0 break-words font-reading text-ink-2">
        {change === undefined ? <BranchWords branch={branch} /> : <Redline {...change} />}
      </span>
      <span aria-hidden className="text-ink-3">
        →
      </span>
      <Target branch={branch} />
      {condition !== "" && (
        <span dir="auto" className="text-12 text-ink-3">
          only if {condition}
        </span>
      )}
      {compared?.mark === "changed" && mark !== undefined && (
        <span className="text-12 text-ink-3">{MARK_WORDS[mark].toLowerCase()}</span>
      )}
      <ProgressMark of={branch} words={branch.choice_text} />
      {branch.repeat === "once" && <span className="text-12 text-ink-3">once</span>}
    </li>
  );
});

function Target({ branch }: { branch: Branch }) {
  const session = useDialogue();
  const projectId = useProjectId();
  const dialogues = useDialogueNames();
  const here = useDialogueState((state) => state.graph.id);
  const { target_node_id: to, target_graph_id: graph } = branch;
  const name = useDialogueState((state) => {
    const node = to === null ? undefined : state.nodes.get(to);
    return node === undefined ? null : nodeName(node);
  });
  if (graph !== null && graph !== here) {
    return (
      <PageLink
        className="link text-13"
        href={`/projects/${projectId}/dialogues/${graph}${to === null ? "" : `?card=${to}`}`}
      >
        {dialogues.get(graph) ?? "A dialogue that is gone"}
      </PageLink>
    );
  }
  if (to === null) return <span className="text-13 text-on-warn-soft">goes nowhere yet</span>;
  if (name === null) return <span className="text-13 text-error">a card that is gone</span>;
  return (
    <a
      dir="auto"
      className="link text-13"
      href={`#section-${to}`}
      onClick={(event) => {
        event.preventDefault();
        session.reveal(to);
      }}
    >
      {name}
    </a>
  );
}
