"use client";

import { useCallback } from "react";
import { STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import type { NodeKind } from "#domain/dialogue/wire.ts";
import { isAutomatic } from "#domain/runtime/story.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { latePart } from "../../ui/late.tsx";
import { Select } from "../../ui/select.tsx";
import { CommentsSection } from "../comments/comments-section.tsx";
import { BranchRows } from "../fields/branch-rows.tsx";
import { SpeakerField } from "../fields/speaker-field.tsx";
import { StatusField } from "../fields/status-field.tsx";
import { TagsField } from "../fields/tags-field.tsx";
import { TextField } from "../fields/text-field.tsx";
import { useTypedSpeaker } from "../fields/use-typed-speaker.ts";
import { consequencesInWords, consequencesOf } from "../gestures/delete-selection.ts";
import { quoted } from "../gestures/gesture.ts";
import { isSpoken, NODE_KINDS_MADE } from "../gestures/node-kinds.ts";
import { changeKind } from "../gestures/node-role.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useDialogueState, useNodeOfMoment } from "../session/dialogue-context.ts";
import { useViewStore } from "../store/view-state.ts";
import { DeleteButton } from "./delete-button.tsx";
import { openLogicOf } from "./logic-tab.tsx";
import { PlaceSection } from "./place-section.tsx";
import { VoiceSection } from "./voice-section.tsx";

const FieldsSectionLate = latePart<{ node: Node }>(() =>
  import("./fields-section.tsx").then((part) => part.FieldsSection),
);

/** The words of a node and its branches. */
export function WriteTab({ id }: { id: string }) {
  const session = useDialogue();
  const view = useViewStore();
  const openLogic = useCallback((branchId: string) => openLogicOf(view, branchId), [view]);
  const node = useNodeOfMoment(id);
  const edit = useCan()("edit");
  if (node === undefined) return null;
  const disabledReason = reasonOf(edit);
  const setTags = (tags: string[]) =>
    session.dispatch(`Tag ${quoted(node)}`, [{ op: "node.update", id, patch: { tags } }]);
  return (
    <div className="space-y-4">
      <TitleField node={node} />
      <KindField node={node} isDisabled={!edit.allowed} />
      {isSpoken(node) && <SpeakerField node={node} />}
      <StoryText node={node} />
      <VoiceSection key={node.id} node={node} />
      {node.text.trim() !== "" && <LineStatusField node={node} disabledReason={disabledReason} />}
      <section aria-label="Choices">
        <h3 className="mb-1.5 font-medium text-12 text-ink-2">Choices</h3>
        <BranchRows nodeId={id} onOpenLogic={openLogic} />
      </section>
      <TagsField
        tags={node.tags}
        disabledReason={disabledReason}
        onAdd={(tags) => setTags([...node.tags, ...tags])}
        onRemove={(tag) => setTags(node.tags.filter((each) => each !== tag))}
      />
      <FieldsSectionLate node={node} />
      <PlaceSection />
      <CommentsSection nodeId={id} />
      <DeleteNode id={id} disabledReason={disabledReason} />
    </div>
  );
}

/** Field for the status of the node's words. */
function LineStatusField({ node, disabledReason }: { node: Node; disabledReason: string | null }) {
  const session = useDialogue();
  return (
    <StatusField
      of="the line"
      progress={node}
      words={node.text}
      disabledReason={disabledReason}
      onChange={(status) =>
        session.dispatch(`Mark ${quoted(node)} as ${STATUS_NAMES[status].toLowerCase()}`, [
          { op: "node.update", id: node.id, patch: { status } },
        ])
      }
    />
  );
}

function KindField({ node, isDisabled }: { node: Node; isDisabled: boolean }) {
  const session = useDialogue();
  return (
    <Select
      label="Kind"
      value={node.kind}
      disabled={isDisabled}
      options={NODE_KINDS_MADE.map(({ kind, name, hint }) => ({
        value: kind,
        label: `${name} — ${hint.toLowerCase()}`,
      }))}
      onChange={(event) => {
        const done = changeKind(session.store.getState(), [node.id], event.target.value as NodeKind);
        if (done !== null) session.dispatch(done.label, done.operations);
      }}
    />
  );
}

/** Deletes the node, having said what that leaves behind. */
function DeleteNode({ id, disabledReason }: { id: string; disabledReason: string | null }) {
  const after = useDialogueState((state) => consequencesInWords(consequencesOf(state, [id]), "before"));
  return <DeleteButton ids={() => [id]} name="card" consequences={after} disabledReason={disabledReason} />;
}

/** Field for the title of a node. Without a title its first words are shown. */
function TitleField({ node }: { node: Node }) {
  return (
    <TextField
      name="Title"
      subjectId={node.id}
      pointer="/title"
      label={`Rename ${quoted(node)}`}
      isSingleLine
      emptyAs={null}
      placeholder={isAutomatic(node) ? "Title in the editor" : "First words of the text"}
    />
  );
}

/** Selector of the field for a node's words, to which "go on writing" moves the focus. */
export const STORY_TEXT = "[data-part='story-text'] textarea";

/** Field for the text that the player reads. */
function StoryText({ node }: { node: Node }) {
  const speaker = useTypedSpeaker(node.id);
  return (
    <div data-part="story-text" className="[&_textarea]:max-h-[60dvh] [&_textarea]:min-h-24">
      <TextField
        name="Text"
        speaker={speaker}
        voice="reading"
        subjectId={node.id}
        pointer="/text"
        label={`Write in ${quoted(node)}`}
        placeholder={isAutomatic(node) ? "No text" : "What is said here"}
      />
      {isAutomatic(node) && node.text !== "" && (
        <p className="mt-1 text-12 text-ink-2">Players read this text. The title is only for you.</p>
      )}
    </div>
  );
}
