"use client";

import { useMemo, useState } from "react";
import type { NodePatch } from "#domain/dialogue/operations/operation.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { aliasesOf } from "../../frame/project/aliases.ts";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { useCreateEntity } from "../../frame/project/use-create-entity.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { FormMistake, whyNot } from "../../ui/form/form-errors.ts";
import { PageLink } from "../../ui/page-link.tsx";
import { quoted } from "../gestures/gesture.ts";
import type { Node } from "../model/model.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { fieldKey } from "../store/dialogue-state.ts";
import { useViewStore } from "../store/view-state.ts";
import { useSpeakerLabels } from "./find-speaker.ts";
import { MatchSpeaker } from "./match-speaker.tsx";
import { speakerShown } from "./use-speaker.ts";

interface SpeakerFieldProps {
  node: Pick<Node, "id" | "speaker_id" | "speaker_label" | "title" | "text" | "kind">;
  isLabelHidden?: boolean;
  /** Told that a speaker was chosen, or that Escape left everything as it was. */
  onLeave?: ((isDone: boolean) => void) | undefined;
}

/**
 * Field for the speaker. A character's name clears the label; other words become the label alone, and can be made a
 * character. A character may be shown to the player under another name.
 */
export function SpeakerField({ node, isLabelHidden = false, onLeave }: SpeakerFieldProps) {
  const characters = useCharacters();
  const edit = useCan()("edit");
  const shown = speakerShown(node, characters);
  return (
    <div className="space-y-2">
      <SpeakerBox node={node} isLabelHidden={isLabelHidden} onLeave={onLeave} />
      {shown?.isGone === true && (
        <p className="text-12 text-on-warn-soft">
          The character was deleted. Choose another, or type a name to keep as a label.
        </p>
      )}
      {node.speaker_id !== null && shown?.isGone !== true && <WhatTheyKnow entityId={node.speaker_id} />}
      {node.speaker_id !== null && (
        <ShownAs node={node} name={characters.get(node.speaker_id)?.name ?? ""} isReadOnly={!edit.allowed} />
      )}
      <MatchSpeaker label={node.speaker_label} isMatched={node.speaker_id !== null} />
    </div>
  );
}

/** Beginning of the value of an option that is a label. */
const LABEL = "label:";

interface SpeakerBoxProps extends SpeakerFieldProps {
  takesFocus?: boolean;
}

/** The box in which a speaker is chosen or typed: characters, and the labels that this dialogue uses. */
export function SpeakerBox({ node, isLabelHidden = false, takesFocus, onLeave }: SpeakerBoxProps) {
  const session = useDialogue();
  const characters = useCharacters();
  const can = useCan();
  const createEntity = useCreateEntity();
  const { problem, attempt, forget } = useAttempt();
  const labels = useSpeakerLabels();
  const options = useMemo(
    () => [
      ...[...characters.values()].map((each) => ({
        value: each.id,
        label: each.name,
        hint: aliasesOf(each.aliases).join(", ") || undefined,
      })),
      ...labels.map((label) => ({ value: `${LABEL}${label}`, label, hint: "label", isLoose: true })),
    ],
    [characters, labels],
  );
  const put = (patch: NodePatch) => {
    forget();
    session.dispatch(`Change the speaker of ${quoted(node)}`, [{ op: "node.update", id: node.id, patch }]);
  };

  async function create(name: string): Promise<void> {
    // The words are kept at once; the character follows when the server has it.
    put({ speaker_id: null, speaker_label: name });
    await attempt(async () => {
      const speaker_id = await createEntity(name, "character").catch((error: unknown) => {
        throw new FormMistake(`“${name}” was not created; the name is kept as a label. ${whyNot(error)}`);
      });
      put({ speaker_id, speaker_label: null });
    });
  }

  return (
    <>
      <Combobox
        label="Speaker"
        isLabelHidden={isLabelHidden}
        options={options}
        value={node.speaker_id}
        text={speakerShown(node, characters)?.name ?? ""}
        placeholder="Nobody"
        nothing="No results."
        disabledReason={reasonOf(can("edit"))}
        takesFocus={takesFocus}
        onLeave={onLeave}
        onChoose={(id) => {
          const label = id?.startsWith(LABEL) === true ? id.slice(LABEL.length) : null;
          put({ speaker_id: label === null ? id : null, speaker_label: label });
        }}
        onText={(text) => put({ speaker_id: null, speaker_label: text })}
        create={
          can("change").allowed
            ? { label: (name) => `Create character “${name}”`, onCreate: (name) => void create(name) }
            : undefined
        }
      />
      <AlertLine>{problem}</AlertLine>
    </>
  );
}

/** Ways to what the speaker knows at the card that is looked at, and to everything about them. */
function WhatTheyKnow({ entityId }: { entityId: string }) {
  const view = useViewStore();
  const projectId = useProjectId();
  const name = useCharacters().get(entityId)?.name;
  if (name === undefined) return null;
  return (
    <p dir="auto" className="flex flex-wrap items-center gap-x-3 text-12">
      <button
        type="button"
        dir="auto"
        className="link min-h-6 cursor-pointer text-start"
        onClick={() => view.setState({ side: "knowledge" })}
      >
        What does {name} know here?
      </button>
      <PageLink
        href={profileAddress(projectId, { id: entityId, type: "character" })}
        aria-label={`Profile of ${name}`}
        className="link inline-flex min-h-6 items-center"
      >
        Profile
      </PageLink>
    </p>
  );
}

/** Field for the name that the player sees instead of the character's. */
function ShownAs({ node, name, isReadOnly }: { node: SpeakerFieldProps["node"]; name: string; isReadOnly: boolean }) {
  const session = useDialogue();
  const [isAsked, setAsked] = useState(false);
  if (node.speaker_label === null && !isAsked) {
    return isReadOnly ? null : (
      <button type="button" className="link min-h-6 cursor-pointer text-12" onClick={() => setAsked(true)}>
        Show another name to the player
      </button>
    );
  }
  return (
    <label className="block text-12 text-ink-2">
      Shown to the player as
      <input
        className={`${CONTROL} mt-1`}
        value={node.speaker_label ?? ""}
        placeholder={name}
        readOnly={isReadOnly}
        // biome-ignore lint/a11y/noAutofocus: it was just asked for.
        autoFocus={isAsked}
        dir="auto"
        onChange={(event) => {
          const label = event.target.value === "" ? null : event.target.value;
          session.dispatch(
            `Change the speaker of ${quoted(node)}`,
            [{ op: "node.update", id: node.id, patch: { speaker_label: label } }],
            { coalesce: fieldKey(node.id, "/speaker_label") },
          );
        }}
        onBlur={() => session.settle()}
      />
    </label>
  );
}
