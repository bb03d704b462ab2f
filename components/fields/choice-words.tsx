"use client";

import { quotedChoice } from "../canvas/gestures/card-name.ts";
import type { Node } from "../dialogue/model/model.ts";
import { useDialogue } from "../dialogue/store/dialogue-context.ts";
import { fieldKey } from "../dialogue/store/session.ts";
import { FieldNotices } from "../saving/field-notices.tsx";

interface ChoiceWordsProps {
  nodeId: string;
  branch: Node["branches"][number];
  isReadOnly: boolean;
}

/** The words of a choice, as the player reads them. */
export function ChoiceWords({ nodeId, branch, isReadOnly }: ChoiceWordsProps) {
  const session = useDialogue();
  const key = fieldKey(nodeId, `/branches/${branch.id}/choice_text`);
  return (
    <>
      <textarea
        aria-label="Words of the choice"
        rows={1}
        className="field-sizing-content block max-h-40 min-h-7 w-full resize-none rounded-control border border-transparent bg-transparent px-1 py-0.5 font-reading text-14 text-ink leading-snug placeholder:text-ink-3 hover:border-line focus:border-accent"
        placeholder="What the player can say or do"
        value={branch.choice_text}
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
            `Write the choice ${quotedChoice(branch)}`,
            [{ op: "branch.update", node_id: nodeId, id: branch.id, patch: { choice_text: event.target.value } }],
            { coalesce: key },
          )
        }
      />
      <FieldNotices subjectId={nodeId} pointer={`/branches/${branch.id}/choice_text`} />
    </>
  );
}
