"use client";

import { counted } from "#domain/counted.ts";
import { LINE_STATUSES, type LineStatus, STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import { groupName } from "#domain/dialogue/names.ts";
import type { NodePatch } from "#domain/dialogue/operations/operation.ts";
import type { NodeKind } from "#domain/dialogue/wire.ts";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Select } from "../../ui/select.tsx";
import { TagsField } from "../fields/tags-field.tsx";
import { speakerShown } from "../fields/use-speaker.ts";
import { consequencesInWords, consequencesOf } from "../gestures/delete-selection.ts";
import type { Gesture } from "../gestures/gesture.ts";
import { moveToGroup, recolour } from "../gestures/group.ts";
import { setStatus } from "../gestures/line-status.ts";
import { NODE_KINDS_MADE } from "../gestures/node-kinds.ts";
import { changeKind } from "../gestures/node-role.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useDialogueState, useSelected } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/dialogue-state.ts";
import { ColorField } from "./color-field.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { PanelBody, PanelFrame, PanelTitle } from "./panel-frame.tsx";
import { PlaceSection } from "./place-section.tsx";
import { patchAll, sharedFields } from "./shared-fields.ts";

const MIXED = "mixed";

function nodesOf({ selection, nodes }: DialogueState): Node[] {
  return [...selection].flatMap((id) => nodes.get(id) ?? []);
}

function factsOf(state: DialogueState) {
  const nodes = nodesOf(state);
  const groups = [...state.selection].filter((id) => state.groups.has(id));
  const notes = [...state.selection].filter((id) => state.annotations.has(id));
  const colors = new Set([
    ...groups.map((id) => state.groups.get(id)?.color),
    ...notes.map((id) => state.annotations.get(id)?.color),
  ]);
  return {
    nodeIds: nodes.length,
    groups: groups.length,
    notes: notes.length,
    color: colors.size === 1 ? ([...colors][0] ?? null) : null,
    ...sharedFields(nodes),
    after: consequencesInWords(consequencesOf(state, state.selection), "before"),
  };
}

/** Several things at once: what they share, and "Mixed" where they differ. A change is one gesture for all of them. */
export function ManyInspector() {
  const session = useDialogue();
  const characters = useCharacters();
  const facts = useSelected(factsOf);
  const edit = useCan()("edit");
  const disabledReason = reasonOf(edit);
  const ids = () => [...session.store.getState().selection];
  const run = (make: (state: DialogueState) => Gesture | null) => {
    const done = make(session.store.getState());
    if (done !== null) session.dispatch(done.label, done.operations);
  };
  const put = (label: string, patchOf: (node: Node) => NodePatch) =>
    session.dispatch(label, patchAll(session.store.getState(), ids(), patchOf));
  const many = counted(facts.nodeIds, "card");
  const { kind, speakerId, speakerLabel } = facts;
  const isSpeakerMixed = speakerId.isMixed || speakerLabel.isMixed;
  const speaker = isSpeakerMixed
    ? null
    : speakerShown({ speaker_id: speakerId.value, speaker_label: speakerLabel.value }, characters);
  const name = [
    ...(facts.nodeIds > 0 ? [many] : []),
    ...(facts.groups > 0 ? [counted(facts.groups, "group")] : []),
    ...(facts.notes > 0 ? [counted(facts.notes, "note")] : []),
  ].join(", ");
  return (
    <PanelFrame header={<PanelTitle kind="Selected" name={name} />}>
      <PanelBody>
        {facts.nodeIds > 0 && (
          <>
            <Select
              label="Kind"
              value={kind.isMixed ? MIXED : kind.value}
              disabled={!edit.allowed}
              options={[
                ...(kind.isMixed ? [{ value: MIXED, label: "Mixed", disabled: true }] : []),
                ...NODE_KINDS_MADE.map((each) => ({ value: each.kind, label: each.name })),
              ]}
              onChange={(event) => run((state) => changeKind(state, ids(), event.target.value as NodeKind))}
            />
            <Combobox
              label="Speaker"
              options={[...characters.values()].map((each) => ({ value: each.id, label: each.name }))}
              value={isSpeakerMixed ? null : speakerId.value}
              text={speaker?.name ?? ""}
              placeholder={isSpeakerMixed ? "Mixed" : "Nobody"}
              nothing="No results."
              disabledReason={disabledReason}
              onChoose={(id) => put(`Change the speaker of ${many}`, () => ({ speaker_id: id, speaker_label: null }))}
              onText={(text) => put(`Change the speaker of ${many}`, () => ({ speaker_id: null, speaker_label: text }))}
            />
            <Select
              label="Status"
              value={facts.status.isMixed ? MIXED : facts.status.value}
              disabled={!edit.allowed}
              options={[
                ...(facts.status.isMixed ? [{ value: MIXED, label: "Mixed", disabled: true }] : []),
                ...LINE_STATUSES.map((each) => ({ value: each, label: STATUS_NAMES[each] })),
              ]}
              onChange={(event) => run((state) => setStatus(state, ids(), event.target.value as LineStatus))}
            />
            <GroupField
              facts={facts}
              isDisabled={!edit.allowed}
              onPick={(id) => run((s) => moveToGroup(s, ids(), id))}
            />
            <TagsField
              tags={facts.tags}
              partly={facts.someTags}
              disabledReason={disabledReason}
              onAdd={(tags) => put(`Tag ${many}`, (node) => ({ tags: [...new Set([...node.tags, ...tags])] }))}
              onRemove={(tag) => put(`Tag ${many}`, (node) => ({ tags: node.tags.filter((each) => each !== tag) }))}
            />
          </>
        )}
        {facts.groups + facts.notes > 0 && (
          <ColorField
            color={facts.color ?? "mixed"}
            disabled={!edit.allowed}
            onChange={(color) => run((state) => recolour(state, ids(), color))}
          />
        )}
        <PlaceSection />
        <DeleteButton ids={ids} name={name} consequences={facts.after} disabledReason={disabledReason} />
      </PanelBody>
    </PanelFrame>
  );
}

interface GroupFieldProps {
  facts: Pick<ReturnType<typeof factsOf>, "groupId">;
  isDisabled: boolean;
  onPick: (groupId: string | null) => void;
}

function GroupField({ facts: { groupId }, isDisabled, onPick }: GroupFieldProps) {
  const groups = useDialogueState((state) => state.groups);
  if (groups.size === 0) return null;
  const NONE = "none";
  return (
    <Select
      label="Group"
      value={groupId.isMixed ? MIXED : (groupId.value ?? NONE)}
      disabled={isDisabled}
      options={[
        ...(groupId.isMixed ? [{ value: MIXED, label: "Mixed", disabled: true }] : []),
        { value: NONE, label: "In no group" },
        ...[...groups.values()].map((group) => ({ value: group.id, label: groupName(group) })),
      ]}
      onChange={(event) => onPick(event.target.value === NONE ? null : event.target.value)}
    />
  );
}
