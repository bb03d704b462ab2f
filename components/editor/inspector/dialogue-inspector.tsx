"use client";

import { useState } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { countWords } from "#domain/words.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { matches } from "../../ui/option.ts";
import { Picker } from "../../ui/picker.tsx";
import { ComparedFields } from "../compare/compared-fields.tsx";
import { TextField } from "../fields/text-field.tsx";
import { setStart, startOf } from "../gestures/node-role.ts";
import { renameDialogue } from "../gestures/rename-dialogue.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useDialogueState, useSelected } from "../session/dialogue-context.ts";
import { type DialogueState, fieldKey, nodesOfMoment } from "../store/dialogue-state.ts";
import { PanelBody, PanelFrame, PanelTitle } from "./panel-frame.tsx";

/** The dialogue itself, while nothing of it is selected. */
export function DialogueInspector() {
  const session = useDialogue();
  const graph = useDialogueState((state) => state.graph);
  const edit = useCan()("edit");
  const [isEmptied, setEmptied] = useState(false);
  const isReadOnly = !edit.allowed;
  const key = fieldKey(graph.id, "/name");
  return (
    <PanelFrame header={<PanelTitle kind="Dialogue" name={graph.name} />}>
      <ComparedFields id={graph.id} />
      <PanelBody>
        <label className="block font-medium text-12 text-ink-2">
          Name
          <input
            className={`${CONTROL} mt-1 font-normal`}
            value={isEmptied ? "" : graph.name}
            placeholder={graph.name}
            readOnly={isReadOnly}
            maxLength={200}
            spellCheck
            dir="auto"
            onFocus={() => session.focusField(key)}
            onBlur={() => {
              setEmptied(false);
              session.focusField(null);
              session.settle();
            }}
            onChange={(event) => {
              // A dialogue has a name: an emptied field waits for the next letter and changes nothing.
              const name = event.target.value;
              setEmptied(name.trim() === "");
              if (name.trim() === "") return;
              const { label, operations } = renameDialogue(name);
              session.dispatch(label, operations, { coalesce: key });
            }}
          />
        </label>
        <div className="[&_textarea]:max-h-60 [&_textarea]:min-h-20">
          <TextField name="Description" subjectId={graph.id} pointer="/description" label="Describe the dialogue" />
        </div>
        <Start disabledReason={reasonOf(edit)} />
        <Counts />
        <p className="text-12 text-ink-3">Select a card to edit it.</p>
      </PanelBody>
    </PanelFrame>
  );
}

function Start({ disabledReason }: { disabledReason: string | null }) {
  const session = useDialogue();
  const { name, isMissing } = useSelected((state) => {
    const start = startOf(state);
    const node = start === null ? undefined : state.nodes.get(start);
    return { name: node === undefined ? null : nodeName(node), isMissing: state.nodes.size > 0 && node === undefined };
  });
  return (
    <div>
      <p className="mb-1 font-medium text-12 text-ink-2">Starts with</p>
      <Picker
        label="Starts with"
        shown={name ?? (isMissing ? "a card that is gone" : null)}
        placeholder="The first card"
        isInvalid={isMissing}
        disabledReason={disabledReason}
        options={(query) =>
          [...nodesOfMoment(session.store.getState()).values()]
            .map((node) => ({ value: node.id, label: nodeName(node) }))
            .filter(({ label }) => matches(label, query))
        }
        onPick={(id) => {
          const done = setStart(session.store.getState(), id);
          if (done !== null) session.dispatch(done.label, done.operations);
        }}
      />
    </div>
  );
}

function Counts() {
  const { nodes, words, endings } = useSelected(countsOf);
  const shown = [
    ["Cards", nodes],
    ["Words", words],
    ["Endings", endings],
  ] as const;
  return (
    <dl className="numerals grid grid-cols-3 gap-2 border-line border-y py-3">
      {shown.map(([name, count]) => (
        <div key={name}>
          <dt className="text-12 text-ink-3">{name}</dt>
          <dd className="text-16">{count.toLocaleString("en-GB")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Numbers of a dialogue's parts. */
interface DialogueCounts {
  readonly nodes: number;
  readonly words: number;
  readonly endings: number;
}

// Nodes are replaced, never changed: words counted once hold as long as the node is the same object.
const counted = new WeakMap<Node, number>();

function wordsOf(node: Node): number {
  const known = counted.get(node);
  if (known !== undefined) return known;
  const words = node.branches.reduce((sum, branch) => sum + countWords(branch.choice_text), countWords(node.text));
  counted.set(node, words);
  return words;
}

/** Nodes, words a player may read, and endings of a dialogue. */
function countsOf(state: Pick<DialogueState, "nodes" | "compared">): DialogueCounts {
  const nodes = nodesOfMoment(state);
  let words = 0;
  let endings = 0;
  for (const node of nodes.values()) {
    words += wordsOf(node);
    if (node.kind === "end") endings += 1;
  }
  return { nodes: nodes.size, words, endings };
}
