"use client";

import { quoted } from "../canvas/gestures/card-name.ts";
import type { Node } from "../dialogue/model/model.ts";
import { useDialogue } from "../dialogue/store/dialogue-context.ts";
import { fieldKey } from "../dialogue/store/session.ts";
import { FieldNotices } from "../saving/field-notices.tsx";
import { CONTROL } from "../ui/form-field.tsx";

interface TextFieldProps {
  node: Node;
  isReadOnly: boolean;
}

/** What a card is called. It needs no name: then it shows its first words. */
export function TitleField({ node, isReadOnly }: TextFieldProps) {
  const session = useDialogue();
  const key = fieldKey(node.id, "/title");
  return (
    <>
      <label className="block font-medium text-12 text-ink-2">
        Title
        <input
          className={`${CONTROL} mt-1 font-normal`}
          value={node.title ?? ""}
          placeholder="Its first words"
          readOnly={isReadOnly}
          maxLength={500}
          spellCheck
          dir="auto"
          onFocus={() => session.focusField(key)}
          onBlur={() => {
            session.focusField(null);
            session.settle();
          }}
          onChange={(event) => {
            const title = event.target.value === "" ? null : event.target.value;
            session.dispatch(`Rename ${quoted(node)}`, [{ op: "node.update", id: node.id, patch: { title } }], {
              coalesce: key,
            });
          }}
        />
      </label>
      <FieldNotices subjectId={node.id} pointer="/title" />
    </>
  );
}

/** What the player reads. */
export function StoryText({ node, isReadOnly }: TextFieldProps) {
  const session = useDialogue();
  const key = fieldKey(node.id, "/text");
  return (
    <>
      <label className="block font-medium text-12 text-ink-2">
        Text
        <textarea
          data-field="text"
          rows={4}
          className="field-sizing-content mt-1 block max-h-[60dvh] min-h-24 w-full resize-none rounded-control border border-line-strong bg-panel px-3 py-2 font-normal font-reading text-15 text-ink leading-[1.55] hover:border-ink-3 focus:border-accent"
          value={node.text}
          readOnly={isReadOnly}
          spellCheck
          dir="auto"
          onFocus={() => session.focusField(key)}
          onBlur={() => {
            session.focusField(null);
            session.settle();
          }}
          onChange={(event) =>
            session.dispatch(
              `Write in ${quoted(node)}`,
              [{ op: "node.update", id: node.id, patch: { text: event.target.value } }],
              { coalesce: key },
            )
          }
        />
      </label>
      <FieldNotices subjectId={node.id} pointer="/text" />
    </>
  );
}
