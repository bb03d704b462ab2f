"use client";

import { type ReactNode, useId } from "react";
import { branchName, wayName } from "#domain/dialogue/names.ts";
import { TALK_KIND } from "#domain/dialogue/wire.ts";
import type { Condition, Effect } from "#domain/expression.ts";
import { isAutomatic } from "#domain/runtime/story.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { latePart } from "../../ui/late.tsx";
import { quoted, quotedBranch } from "../gestures/gesture.ts";
import { ConditionEditor } from "../logic/condition-editor.tsx";
import { EffectEditor } from "../logic/effect-editor.tsx";
import type { Node } from "../model/model.ts";
import { useDialogue, useNodeOfMoment } from "../session/dialogue-context.ts";
import { fieldKey } from "../store/dialogue-state.ts";
import type { ViewStore } from "../store/view-state.ts";
import type { OutcomeFieldProps } from "./outcome-field.tsx";

/** Conditions and effects of a node and its branches. */
export function LogicTab({ id }: { id: string }) {
  const session = useDialogue();
  const node = useNodeOfMoment(id);
  const edit = useCan()("edit");
  if (node === undefined) return null;
  const disabledReason = reasonOf(edit);
  const put = (label: string, patch: { conditions: Condition[] } | { on_enter_effects: Effect[] }) => {
    const [field] = Object.keys(patch);
    session.dispatch(label, [{ op: "node.update", id, patch }], { coalesce: fieldKey(id, `/${field}`) });
  };
  const own = (
    <Part key="own" title="This card">
      <Field title="Conditions">
        <ConditionEditor
          fieldKey={fieldKey(id, "/conditions")}
          lead="Entered only if"
          none="Always entered."
          conditions={node.conditions}
          disabledReason={disabledReason}
          onChange={(conditions) => put(`Change the conditions of ${quoted(node)}`, { conditions })}
        />
      </Field>
      <Field title="On entering">
        <EffectEditor
          fieldKey={fieldKey(id, "/on_enter_effects")}
          none="Nothing changes on entering."
          effects={node.on_enter_effects}
          disabledReason={disabledReason}
          onChange={(effects) => put(`Change the effects of ${quoted(node)}`, { on_enter_effects: effects })}
        />
      </Field>
    </Part>
  );
  const ways = node.branches.map((branch) => (
    <BranchLogic key={branch.id} node={node} branch={branch} disabledReason={disabledReason} />
  ));
  // A check is there for what its ways ask.
  return <div className="space-y-5">{node.kind === "condition" ? [...ways, own] : [own, ...ways]}</div>;
}

const OutcomeFieldLate = latePart<OutcomeFieldProps>(() =>
  import("./outcome-field.tsx").then((part) => part.OutcomeField),
);

interface BranchLogicProps {
  node: Node;
  branch: Node["branches"][number];
  disabledReason: string | null;
}

/** Returns the words for a branch: chosen by a player, or taken without asking. */
function wayTerms(node: Node, branch: Node["branches"][number]) {
  const isElse = branch.kind === "else" || branch.kind === "fallback";
  const name = wayName(node, branch);
  const isAsked = !isAutomatic(node) && branch.kind === "choice";
  if (isElse) {
    return { title: name, lead: "Taken when nothing else is, and only if", none: "Taken when nothing else is." };
  }
  if (isAsked) return { title: `Choice: ${branchName(branch)}`, lead: "Offered only if", none: "Always offered." };
  const isTest = node.kind === "condition";
  return {
    title: branch.choice_text === "" ? name : `${isTest ? "If" : "Way on"}: ${branchName(branch)}`,
    lead: "Taken only if",
    none: isTest ? "Asks nothing yet: always taken." : "Always taken.",
  };
}

function BranchLogic({ node, branch, disabledReason }: BranchLogicProps) {
  const session = useDialogue();
  const nodeId = node.id;
  const { title, lead, none } = wayTerms(node, branch);
  const changing = title.startsWith("Choice:") ? "choosing" : "going this way";
  const put = (
    label: string,
    patch: { conditions: Condition[] } | { effects: Effect[] } | Pick<Node["branches"][number], "opened_by">,
  ) => {
    const [field] = Object.keys(patch);
    session.dispatch(label, [{ op: "branch.update", node_id: nodeId, id: branch.id, patch }], {
      coalesce: fieldKey(nodeId, `/branches/${branch.id}/${field}`),
    });
  };
  return (
    <Part id={logicPlace(branch.id)} title={title}>
      {node.kind === TALK_KIND && (
        <Field title="Opened by talking">
          <OutcomeFieldLate
            speakerId={node.speaker_id}
            outcome={branch.opened_by}
            disabledReason={disabledReason}
            onChange={(opened_by) => put(`Change what opens ${quotedBranch(branch)}`, { opened_by })}
          />
        </Field>
      )}
      <Field title="Conditions">
        <ConditionEditor
          fieldKey={fieldKey(nodeId, `/branches/${branch.id}/conditions`)}
          lead={lead}
          none={none}
          conditions={branch.conditions}
          disabledReason={disabledReason}
          onChange={(conditions) => put(`Change the conditions of ${quotedBranch(branch)}`, { conditions })}
        />
      </Field>
      <Field title={`On ${changing}`}>
        <EffectEditor
          fieldKey={fieldKey(nodeId, `/branches/${branch.id}/effects`)}
          none={`Nothing changes on ${changing}.`}
          effects={branch.effects}
          disabledReason={disabledReason}
          onChange={(effects) => put(`Change the effects of ${quotedBranch(branch)}`, { effects })}
        />
      </Field>
    </Part>
  );
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={heading}
      className="space-y-3 border-line border-t pt-3 outline-none first:border-t-0 first:pt-0"
    >
      <h3 id={heading} className="break-words font-semibold text-13" dir="auto">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Field({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-1 font-medium text-12 text-ink-2">{title}</h4>
      {children}
    </div>
  );
}

/** The part of the Logic tab that a branch's conditions and effects stand in. */
function logicPlace(branchId: string): string {
  return `logic-${branchId}`;
}

/** Opens the Logic tab at a branch. */
export function openLogicOf(view: ViewStore, branchId: string): void {
  view.setState({ inspectorTab: "logic" });
  requestAnimationFrame(() => {
    const part = document.getElementById(logicPlace(branchId));
    part?.scrollIntoView({ block: "start" });
    part?.focus({ preventScroll: true });
  });
}
