"use client";

import { groupName } from "#domain/dialogue/names.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { ComparedFields } from "../compare/compared-fields.tsx";
import { TextField } from "../fields/text-field.tsx";
import { groupInWords, recolour, ungroup } from "../gestures/group.ts";
import { useDialogue, useDialogueState, useGroup } from "../session/dialogue-context.ts";
import { type DialogueState, nodesOfMoment } from "../store/dialogue-state.ts";
import { type InspectorTab, useViewStore } from "../store/view-state.ts";
import { ColorField } from "./color-field.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { DialogueInspector } from "./dialogue-inspector.tsx";
import { ManyInspector } from "./many-inspector.tsx";
import { NodeInspector } from "./node-inspector.tsx";
import { PanelBody, PanelFrame, PanelTitle } from "./panel-frame.tsx";

/** Inspector of the selection: write, logic and history; of the dialogue when nothing is selected. */
export function Inspector() {
  const key = useDialogueState(inspectedKey);
  const view = useViewStore();
  const open = (tab: InspectorTab) => () => view.setState({ side: "inspector", inspectorTab: tab });
  useCommandHandlers({
    "inspector.write": open("write"),
    "inspector.logic": open("logic"),
    "inspector.uses": open("uses"),
    "inspector.history": open("history"),
  });
  if (key === "dialogue") return <DialogueInspector />;
  if (key === "many") return <ManyInspector />;
  const [kind, id = ""] = key.split(":");
  if (kind === "group") return <GroupInspector key={id} id={id} />;
  if (kind === "note") return <NoteInspector key={id} id={id} />;
  return <NodeInspector id={id} />;
}

/** Key of the inspected subject, stable until another one is shown. */
type InspectedKey = "dialogue" | "many" | `${"node" | "group" | "note"}:${string}`;

/**
 * Returns the inspected part of a dialogue: the selected node, group or note, several nodes, or the dialogue itself.
 */
function inspectedKey({
  selection,
  active,
  nodes,
  groups,
  annotations,
}: Pick<DialogueState, "selection" | "active" | "nodes" | "groups" | "annotations">): InspectedKey {
  const id = active !== null && selection.has(active) ? active : selection.values().next().value;
  if (id === undefined) return "dialogue";
  if (selection.size > 1) return "many";
  if (nodes.has(id)) return `node:${id}`;
  if (groups.has(id)) return `group:${id}`;
  return annotations.has(id) ? `note:${id}` : "dialogue";
}

/** One note on the canvas. */
function NoteInspector({ id }: { id: string }) {
  const session = useDialogue();
  const note = useDialogueState((state) => state.annotations.get(id));
  const edit = useCan()("edit");
  if (note === undefined) return null;
  return (
    <PanelFrame header={<PanelTitle kind="Note" name="For whoever writes here" />}>
      <ComparedFields id={id} />
      <PanelBody>
        <div className="[&_textarea]:max-h-[60dvh] [&_textarea]:min-h-32">
          <TextField name="Text" subjectId={id} pointer="/text" label="Write in a note" />
        </div>
        <ColorField
          color={note.color}
          disabled={!edit.allowed}
          onChange={(color) => {
            const done = recolour(session.store.getState(), [id], color);
            if (done !== null) session.dispatch(done.label, done.operations);
          }}
        />
        <p className="text-12 text-ink-3">Notes are never part of the story.</p>
        <DeleteButton ids={() => [id]} name="note" consequences="" disabledReason={reasonOf(edit)} />
      </PanelBody>
    </PanelFrame>
  );
}

/** One group of nodes. */
function GroupInspector({ id }: { id: string }) {
  const session = useDialogue();
  const group = useGroup(id);
  const edit = useCan()("edit");
  const members = useDialogueState((state) => {
    let count = 0;
    for (const node of nodesOfMoment(state).values()) if (node.group_id === id) count += 1;
    return count;
  });
  if (group === undefined) return null;
  return (
    <PanelFrame header={<PanelTitle kind="Group" name={groupName(group)} />}>
      <ComparedFields id={id} />
      <PanelBody>
        <TextField name="Title" subjectId={id} pointer="/title" label={`Rename ${groupInWords(group)}`} isSingleLine />
        <ColorField
          color={group.color}
          disabled={!edit.allowed}
          onChange={(color) => {
            const done = recolour(session.store.getState(), [id], color);
            if (done !== null) session.dispatch(done.label, done.operations);
          }}
        />
        <p className="text-13 text-ink-2">
          {members === 0 ? "No cards." : members === 1 ? "1 card." : `${members} cards.`}
        </p>
        <Button
          size="sm"
          disabledReason={reasonOf(edit)}
          onClick={() => {
            const done = ungroup(session.store.getState(), [id]);
            if (done !== null) session.dispatch(done.label, done.operations, done.select && { select: done.select });
          }}
        >
          Ungroup
        </Button>
      </PanelBody>
    </PanelFrame>
  );
}
