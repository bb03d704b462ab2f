"use client";

import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { FieldMarks } from "../../fields/field-marks.tsx";
import { FieldNotices } from "../../fields/field-notices.tsx";
import { LinkList, type LinkOption } from "../../fields/link-list.tsx";
import { useAnsweredWay } from "../../fields/use-answered-way.ts";
import { useLinkOptions } from "../../fields/use-link-options.ts";
import { useTextField } from "../../fields/use-text-field.ts";
import { useTypedSpeaker } from "../../fields/use-typed-speaker.ts";
import { followTypedLink, typedLink } from "../../gestures/type-link.ts";
import { type Editing, useViewStore } from "../../store/view-state.ts";
import { useDoing } from "../commands/use-doing.ts";
import { writeNext } from "../commands/use-node-commands.ts";
import { type Editable, fieldBeside } from "./editable.ts";
import { useFollowBox, useHasActed } from "./over-box.ts";

interface StoryFieldProps {
  editing: Editing;
  editable: Editable;
  onEnd: () => void;
}

/** A field that lies over what it edits, grows with its words, and ends by keeping them. */
export function StoryField({ editing, editable, onEnd }: StoryFieldProps) {
  const doing = useDoing();
  const { session, handle, model } = doing;
  const view = useViewStore();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useTextField({
    subjectId: editing.nodeId,
    pointer: editable.pointer,
    label: editable.label,
    isSingleLine: editable.isOneLine,
    emptyAs: editable.emptyAs,
    kindFor: useAnsweredWay(editing.nodeId, editing.branchId),
  });
  const { bind, value } = text;
  const { asksNext } = editing;
  const typed = useTypedSpeaker(editing.nodeId);
  const speaker = editing.field === "text" ? typed : null;
  const links = useLinkOptions(value, editable.takesLinks, model, editing.nodeId);
  const hasEnded = useRef(false);
  const isName = editable.pointer === "/title";
  const hasActed = useHasActed();
  useFollowBox(frame, handle, editable.box);

  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(editable.isOneLine ? 0 : end, end);
  }, [editable.isOneLine]);
  // What is written may go while it is written, by an undo or by somebody else; the keys then act on the canvas.
  useLayoutEffect(
    () => () => {
      if (!hasEnded.current) handle.focus();
    },
    [handle],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows its words.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = "0";
    element.style.height = `${Math.max(element.scrollHeight, editable.box.height)}px`;
  }, [value, editable.box.height]);

  /** Keeps what was written: sends it, and follows an arrow at its end. */
  const keep = (target?: LinkOption | null) => {
    session.settle();
    const words = model().nodes.get(editing.nodeId)?.text ?? value;
    if (!editable.takesLinks || links.isDismissed || typedLink(words) === null) return;
    const node = target != null && "node" in target ? target.node : undefined;
    doing.run(followTypedLink(model(), editing.nodeId, words, node));
  };
  const end = (then: () => void = handle.focus) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    speaker?.leave();
    keep(null);
    onEnd();
    then();
  };
  const goTo = (step: 1 | -1) => {
    const beside = fieldBeside(model(), editing, step);
    end(() => {
      if (beside !== null) return view.setState({ editing: beside });
      handle.focus();
      doing.say("Back on the canvas.");
    });
  };

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const mod = event.metaKey || event.ctrlKey;
    const isList = links.options.length > 0;
    if (isList && (event.key === "ArrowDown" || event.key === "ArrowUp"))
      links.step(event.key === "ArrowDown" ? 1 : -1);
    else if (isList && event.key === "Enter" && !mod) keep(links.chosen);
    else if (isList && event.key === "Escape") links.dismiss();
    else if (event.key === "Escape") end();
    else if (event.key === "Enter" && mod) end(() => writeNext(doing, editing.nodeId, editing.branchId));
    else if (event.key === "Enter" && asksNext !== undefined && value.trim() !== "")
      end(() => doing.write(editing.nodeId, "choice_text", asksNext));
    else if (event.key === "Enter" && editable.isOneLine) end();
    else if (event.key === "Tab" && !mod) goTo(event.shiftKey ? -1 : 1);
    else return bind.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={frame} className="absolute top-0 left-0 z-20 origin-top-left" data-editor="">
      <textarea
        {...bind}
        onChange={(event) => {
          if (speaker?.type(event.target) !== true) bind.onChange(event);
        }}
        ref={field}
        id={`${id}-field`}
        rows={1}
        maxLength={editable.longest}
        placeholder={editable.placeholder}
        aria-label={editable.name}
        aria-autocomplete={editable.takesLinks ? "list" : undefined}
        aria-haspopup={editable.takesLinks ? "listbox" : undefined}
        aria-controls={links.options.length > 0 ? id : undefined}
        aria-activedescendant={links.chosen === null ? undefined : `${id}-${links.chosen.id}`}
        className={`block w-full resize-none overflow-hidden rounded-control border border-accent bg-panel text-ink shadow-float outline-2 outline-accent -outline-offset-1 placeholder:text-ink-3 ${editable.isOneLine ? "px-3 py-1" : "px-3.5 py-2"}`}
        style={{
          font: `${isName ? "600" : "400"} var(--node-text-13) / var(--node-text-line, 19px) ${isName ? "var(--font-interface)" : "var(--font-reading)"}`,
        }}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget, target }) => {
          if (frame.current?.contains(relatedTarget)) return;
          // A menu that opened this gives the focus back to the canvas a moment late.
          const isGivenBack = !hasEnded.current && !hasActed.current && relatedTarget === handle.host();
          if (isGivenBack) return target.focus({ preventScroll: true });
          // Another window may have the focus for a moment; the caret then comes back by itself.
          if (!document.hasFocus()) return;
          bind.onBlur();
          end(() => {});
        }}
      />
      <div className="rounded-control bg-panel px-3.5 empty:hidden has-[p]:pb-1 has-[p]:shadow-float">
        <FieldMarks field={text} />
      </div>
      <FieldNotices subjectId={editing.nodeId} pointer={editable.pointer} fieldId={`${id}-field`} />
      {links.options.length > 0 && (
        <LinkList
          id={id}
          options={links.options}
          active={links.active}
          onPoint={links.setActive}
          onChoose={(option) => keep(option)}
        />
      )}
    </div>
  );
}
