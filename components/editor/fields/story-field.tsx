"use client";

import { type KeyboardEvent, useId } from "react";
import { quoted } from "../gestures/gesture.ts";
import { onRecord } from "../gestures/place.ts";
import { followTypedLink, typedLink } from "../gestures/type-link.ts";
import { useDialogue, useNode } from "../session/dialogue-context.ts";
import { FieldMarks } from "./field-marks.tsx";
import { FieldNotices } from "./field-notices.tsx";
import { LinkList, type LinkOption } from "./link-list.tsx";
import { useLinkOptions } from "./use-link-options.ts";
import { useTextField } from "./use-text-field.ts";
import { useTypedSpeaker } from "./use-typed-speaker.ts";

interface StoryFieldProps {
  nodeId: string;
  /** An arrow and a name at the end, `-> Gate`, connect the node. */
  takesLinks?: boolean;
}

/** Field for a node's text, as the player reads it. */
export function StoryField({ nodeId, takesLinks = true }: StoryFieldProps) {
  const session = useDialogue();
  const node = useNode(nodeId);
  const id = useId();
  const label = node === undefined ? "" : `Write in ${quoted(node)}`;
  const field = useTextField({ subjectId: nodeId, pointer: "/text", label });
  const { bind, value, reason, conflict } = field;
  const speaker = useTypedSpeaker(nodeId);
  const model = () => onRecord(session.store.getState());
  const links = useLinkOptions(value, takesLinks && reason === null, model, nodeId);
  if (node === undefined) return null;

  const isList = links.options.length > 0;
  const wordsNow = () => session.store.getState().nodes.get(nodeId)?.text ?? value;
  const follow = (option: LinkOption | null) => {
    session.settle();
    const gesture = followTypedLink(
      model(),
      nodeId,
      wordsNow(),
      option !== null && "node" in option ? option.node : undefined,
    );
    if (gesture !== null) session.dispatch(gesture.label, gesture.operations);
  };

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const mod = event.metaKey || event.ctrlKey;
    if (isList && (event.key === "ArrowDown" || event.key === "ArrowUp"))
      links.step(event.key === "ArrowDown" ? 1 : -1);
    else if (isList && event.key === "Enter" && !mod) follow(links.chosen);
    else if (isList && event.key === "Escape") links.dismiss();
    else return bind.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="relative">
      <textarea
        {...bind}
        id={`${id}-field`}
        data-story
        aria-label="Words"
        aria-autocomplete={takesLinks ? "list" : undefined}
        aria-controls={isList ? id : undefined}
        aria-activedescendant={links.chosen === null ? undefined : `${id}-${links.chosen.id}`}
        aria-invalid={conflict !== null || undefined}
        title={reason ?? undefined}
        rows={2}
        placeholder="What is said here"
        onKeyDown={onKeyDown}
        onChange={(event) => {
          if (!speaker.type(event.target)) bind.onChange(event);
        }}
        onBlur={() => {
          speaker.leave();
          // Leaving a whole name keeps what was meant, as it does on the canvas.
          if (takesLinks && !links.isDismissed && typedLink(wordsNow()) !== null) follow(null);
          bind.onBlur();
        }}
        className="field-sizing-content block w-full resize-none rounded-control border border-line-strong bg-panel px-2.5 py-1.5 font-reading text-16 text-ink leading-relaxed placeholder:text-ink-3 focus:border-accent aria-invalid:border-warn"
      />
      {isList && (
        <LinkList
          id={id}
          options={links.options}
          active={links.active}
          onPoint={links.setActive}
          onChoose={(option) => follow(option)}
        />
      )}
      <FieldMarks field={field} />
      <FieldNotices subjectId={nodeId} pointer="/text" fieldId={`${id}-field`} />
    </div>
  );
}
