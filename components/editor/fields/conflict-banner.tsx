"use client";

import { useId } from "react";
import { wordDiff } from "#domain/word-diff.ts";
import { useNames } from "../../frame/project/people-names.ts";
import { Button } from "../../ui/button.tsx";
import { fieldValue } from "../model/field.ts";
import { fieldName, inWords, momentOf } from "../saving/conflict-words.ts";
import { canKeepBoth } from "../session/decide-conflict.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import type { FieldConflict } from "../store/dialogue-state.ts";

interface ConflictBannerProps {
  conflict: FieldConflict;
  /** The element the field is written in, where it is on the screen: "Edit" goes there. */
  fieldId?: string | undefined;
}

/** Two people changed one thing: both versions, and the branch between them. Mine stays in sight until somebody chooses. */
export function ConflictBanner({ conflict, fieldId }: ConflictBannerProps) {
  const session = useDialogue();
  const names = useNames();
  const titleId = useId();
  const { subjectId, field, entryId } = conflict;
  const seen = useDialogueState((state) => fieldValue(state, subjectId, field));
  const who = conflict.by === "" ? "Someone" : names.nameOf(conflict.by);
  const when = momentOf(conflict.at);
  const isDeleted = conflict.theirs === null && (field === "" || /^\/branches\/[^/]+$/.test(field));
  const edit = () => {
    const element = fieldId === undefined ? null : document.getElementById(fieldId);
    if (element === null) session.reveal(subjectId);
    else element.focus();
  };
  return (
    <section
      aria-labelledby={titleId}
      className="mt-1 space-y-2 rounded-control border border-warn bg-warn-soft p-2.5 text-12 text-on-warn-soft"
    >
      <p id={titleId} className="font-semibold">
        {isDeleted ? `${who} deleted this${when}.` : `${who} changed ${fieldName(field)} too${when}.`}
      </p>
      {isDeleted ? (
        <Version name="Your edits" text={inWords(conflict.mine)} />
      ) : (
        <Versions mine={inWords(seen ?? conflict.mine)} theirs={inWords(conflict.theirs)} who={who} />
      )}
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" variant="primary" onClick={() => session.resolveConflict(entryId, "mine")}>
          {isDeleted ? "Restore with my edits" : "Keep mine"}
        </Button>
        <Button size="sm" onClick={() => session.resolveConflict(entryId, "theirs")}>
          {isDeleted ? "Discard" : "Take theirs"}
        </Button>
        {canKeepBoth(conflict) && (
          <Button size="sm" onClick={() => session.resolveConflict(entryId, "both")}>
            Keep both
          </Button>
        )}
        {!isDeleted && (
          <Button size="sm" onClick={edit}>
            Edit
          </Button>
        )}
      </div>
    </section>
  );
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className="text-11">{name}</p>
      <p dir="auto" className="whitespace-pre-wrap rounded-control bg-panel px-2 py-1 font-reading text-13 text-ink">
        {text === "" ? <i>nothing</i> : text}
      </p>
    </div>
  );
}

/** Both texts, with the words in which they differ marked by more than colour. */
function Versions({ mine, theirs, who }: { mine: string; theirs: string; who: string }) {
  const parts = wordDiff(theirs, mine).map((part, index) => ({ ...part, key: index }));
  const side = (kind: "added" | "removed") =>
    parts
      .filter((part) => part.kind === "same" || part.kind === kind)
      .map((part) =>
        part.kind === "same" ? (
          <span key={part.key}>{part.text}</span>
        ) : (
          <mark key={part.key} className="bg-warn-soft font-semibold text-on-warn-soft underline decoration-2">
            {part.text}
          </mark>
        ),
      );
  const box = "whitespace-pre-wrap rounded-control bg-panel px-2 py-1 font-reading text-13 text-ink";
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <div>
        <p className="text-11">Mine</p>
        <p dir="auto" className={box}>
          {mine === "" ? <i>nothing</i> : side("added")}
        </p>
      </div>
      <div>
        <p className="text-11">Theirs · {who}</p>
        <p dir="auto" className={box}>
          {theirs === "" ? <i>nothing</i> : side("removed")}
        </p>
      </div>
    </div>
  );
}
