"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import type { NodeKind } from "#domain/dialogue/wire.ts";
import { useApi } from "../../../frame/api/api-provider.tsx";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../../frame/project/project-queries.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogChoice } from "../../../ui/dialog-choice.tsx";
import type { Option } from "../../../ui/option.ts";
import { connect, connectToDialogue, type Port } from "../../gestures/connect.ts";
import { quoted } from "../../gestures/gesture.ts";
import { useDoing } from "../commands/use-doing.ts";

const TITLES: Partial<Record<NodeKind, string>> = {
  jump: "Where does it jump to?",
  subgraph: "Which dialogue is the inner scene?",
};

/** Asks which dialogue, and which of its nodes, an edge leaves for. */
export function DialoguePicker({ from, onClose }: { from: Port; onClose: () => void }) {
  const { handle, model, run } = useDoing();
  const names = useDialogueNames();
  const { graph, nodes: own } = model();
  const here = graph.id;
  const kind = own.get(from.nodeId)?.kind;
  // A jump may lead anywhere, and mostly within its own dialogue.
  const mayStay = kind === "jump";
  const [dialogueId, setDialogueId] = useState<string | null>(mayStay ? here : null);
  const [nodeId, setNodeId] = useState<string | null>(null);
  const elsewhere = useNodesOf(dialogueId === here ? null : dialogueId);
  const nodes =
    dialogueId === here
      ? {
          items: [...own.values()]
            .filter(({ id }) => id !== from.nodeId)
            .map((node) => ({ value: node.id, label: nodeName(node) })),
          isHere: true,
        }
      : elsewhere;
  const others = [
    ...(mayStay ? [{ value: here, label: "This dialogue" }] : []),
    ...[...names].filter(([id]) => id !== here).map(([id, label]) => ({ value: id, label })),
  ];
  const name = dialogueId === null ? undefined : names.get(dialogueId);
  const missing =
    dialogueId === null ? "Choose a dialogue first." : dialogueId === here && nodeId === null ? "Choose a card." : null;

  const close = () => {
    onClose();
    handle.focus();
  };
  const confirm = () => {
    if (dialogueId === null) return;
    close();
    if (dialogueId === here) return void (nodeId !== null && run(connect(model(), from, nodeId)));
    run(connectToDialogue(model(), from, { id: dialogueId, name: name ?? "" }, nodeId));
  };
  return (
    <Dialog
      open
      onClose={close}
      title={TITLES[kind ?? "line"] ?? "Connect to another dialogue"}
      description={<>From {quoted(model().nodes.get(from.nodeId))} the player goes on there.</>}
      size="sm"
      footer={
        <DialogChoice onCancel={close} onClick={confirm} disabledReason={missing}>
          {mayStay ? "Jump there" : "Connect"}
        </DialogChoice>
      }
    >
      <div className="flex flex-col gap-4">
        <Combobox
          label="Dialogue"
          options={others}
          value={dialogueId}
          onChoose={(id) => {
            setDialogueId(id);
            setNodeId(null);
          }}
          nothing={others.length === 0 ? "This project has no other dialogue." : undefined}
        />
        <Combobox
          label="Card"
          options={nodes.items}
          value={nodeId}
          placeholder={dialogueId === here ? "Choose a card" : "Its start"}
          onChoose={setNodeId}
          nothing={nodes.isHere ? undefined : "Loading its cards…"}
          disabledReason={dialogueId === null ? "Choose a dialogue first." : null}
        />
      </div>
    </Dialog>
  );
}

/** The nodes of another dialogue by name. */
function useNodesOf(graphId: string | null): { items: readonly Option[]; isHere: boolean } {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const query = useApi().dialogues.get.queryOptions({ project_id, graph_id: graphId ?? "", ...reading });
  const { data } = useQuery({ ...query, enabled: graphId !== null });
  if (graphId === null || data === undefined) return { items: [], isHere: false };
  return { items: data.nodes.map((node) => ({ value: node.id, label: nodeName(node) })), isHere: true };
}
