"use client";

import { ArrowRight } from "lucide-react";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { matches, type Option } from "../../ui/option.ts";
import { PageLink } from "../../ui/page-link.tsx";
import { Picker } from "../../ui/picker.tsx";
import { connect, connectToDialogue, disconnect } from "../gestures/connect.ts";
import { createConnected } from "../gestures/create-connected.ts";
import type { Gesture } from "../gestures/gesture.ts";
import type { PlacedModel } from "../gestures/place.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";

interface TargetFieldProps {
  nodeId: string;
  branch: Node["branches"][number];
  /** The branch it belongs to, in words. */
  eachBranch: string;
  disabledReason: string | null;
}

const NOWHERE = "nowhere";
const CREATE = "create";

/** Field for the target of a branch: a node, another dialogue, none yet, or a node made on the spot. */
export function TargetField({ nodeId, branch, eachBranch, disabledReason }: TargetFieldProps) {
  const session = useDialogue();
  const projectId = useProjectId();
  const dialogues = useDialogueNames();
  const ownGraph = useDialogueState((state) => state.graph.id);
  const { target_node_id, target_graph_id } = branch;
  const leaves = target_graph_id !== null && target_graph_id !== ownGraph;
  const drawn = useDialogueState((state) => {
    const node = target_node_id === null ? undefined : state.nodes.get(target_node_id);
    return node === undefined ? null : nodeName(node);
  });
  const isMissing = !leaves && target_node_id !== null && drawn === null;
  const shown = leaves
    ? `the dialogue “${dialogues.get(target_graph_id) ?? "…"}”`
    : target_node_id === null
      ? null
      : (drawn ?? "a card that is gone");

  function options(query: string): readonly Option[] {
    const { nodes } = session.store.getState();
    const name = query.trim();
    const nodeIds = [...nodes.values()]
      .map((node): Option => ({ value: node.id, label: nodeName(node), hint: KIND_NAMES[node.kind] }))
      .filter(({ label }) => matches(label, query));
    const others = [...dialogues]
      .filter(([id, each]) => id !== ownGraph && matches(each, query))
      .map(([id, each]): Option => ({ value: id, label: each, hint: "Dialogue" }));
    return [
      ...(name === "" && shown !== null ? [{ value: NOWHERE, label: "Nowhere yet" }] : []),
      ...nodeIds,
      ...others,
      { value: CREATE, label: name === "" ? "Create a card" : `Create “${name}”`, isAction: true },
    ];
  }

  function gesture(value: string, query: string): Gesture | null {
    const model = session.store.getState();
    const port = { nodeId, branchId: branch.id };
    if (value === NOWHERE) return disconnect(model, nodeId, branch.id);
    if (value === CREATE) {
      const placedModel: PlacedModel = { ...model, boxOf: () => null };
      return createConnected(placedModel, port, "line", null, query === "" ? {} : { title: query });
    }
    const dialogue = dialogues.get(value);
    if (dialogue !== undefined) return connectToDialogue(model, port, { id: value, name: dialogue }, null);
    return connect(model, port, value);
  }

  return (
    <div className="flex min-w-0 items-center gap-1">
      <span aria-hidden="true" className="shrink-0 text-12 text-ink-3">
        to
      </span>
      <Picker
        label={`“${eachBranch}” leads to`}
        shown={shown}
        placeholder="Nowhere yet"
        isInvalid={isMissing}
        className="min-h-7 grow"
        disabledReason={disabledReason}
        options={options}
        onPick={(value, query) => {
          // Writing goes on here: what was made is not selected.
          const done = gesture(value, query);
          if (done !== null) session.dispatch(done.label, done.operations);
        }}
      />
      {leaves ? (
        <PageLink
          href={`/projects/${projectId}/dialogues/${target_graph_id}${target_node_id === null ? "" : `?card=${target_node_id}`}`}
          aria-label={`Go to ${shown}`}
          data-tip="Go there"
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-hover hover:text-ink"
        >
          <ArrowRight aria-hidden="true" size={14} />
        </PageLink>
      ) : (
        drawn !== null &&
        target_node_id !== null && (
          <IconButton
            size="sm"
            label={`Go to “${drawn}”`}
            icon={<ArrowRight aria-hidden="true" size={14} />}
            onClick={() => session.reveal(target_node_id)}
          />
        )
      )}
    </div>
  );
}
