"use client";

import { quoted } from "../canvas/gestures/card-name.ts";
import { useDialogue, useNode } from "../dialogue/store/dialogue-context.ts";
import { fieldKey } from "../dialogue/store/session.ts";
import { FieldNotices } from "../saving/field-notices.tsx";
import { useCan } from "../session/can.ts";

/** What a card says, as the player reads it. */
export function StoryField({ nodeId, className = "" }: { nodeId: string; className?: string }) {
  const session = useDialogue();
  const node = useNode(nodeId);
  const edit = useCan()("edit");
  if (node === undefined) return null;
  const key = fieldKey(nodeId, "/text");
  return (
    <>
      <textarea
        data-story
        aria-label="Words"
        rows={2}
        dir="auto"
        spellCheck
        value={node.text}
        readOnly={!edit.allowed}
        placeholder="What is said here"
        onFocus={() => session.focusField(key)}
        onBlur={() => {
          session.focusField(null);
          session.settle();
        }}
        onChange={(event) =>
          session.dispatch(
            `Write in ${quoted(node)}`,
            [{ op: "node.update", id: nodeId, patch: { text: event.target.value } }],
            { coalesce: key },
          )
        }
        className={`field-sizing-content block w-full resize-none rounded-control border border-line-strong bg-panel px-2.5 py-1.5 font-reading text-16 text-ink leading-relaxed placeholder:text-ink-3 focus:border-accent ${className}`}
      />
      <FieldNotices subjectId={nodeId} pointer="/text" />
    </>
  );
}
