"use client";

import { type FocusEvent, type KeyboardEvent, useRef } from "react";
import { SpeakerBox } from "../../fields/speaker-field.tsx";
import { useNode } from "../../session/dialogue-context.ts";
import { type Editing, useViewStore } from "../../store/view-state.ts";
import { useDoing } from "../commands/use-doing.ts";
import { fieldBeside } from "./editable.ts";
import { useFollowBox, useHasActed } from "./over-box.ts";

/** The box over the head of a card in which its speaker is chosen or typed. */
export function SpeakerEditor({ editing, onEnd }: { editing: Editing; onEnd: () => void }) {
  const doing = useDoing();
  const { handle, model } = doing;
  const view = useViewStore();
  const node = useNode(editing.nodeId);
  const frame = useRef<HTMLDivElement>(null);
  const hasActed = useHasActed();
  const hasEnded = useRef(false);
  useFollowBox(frame, handle, handle.rectOf(editing.nodeId));
  if (node === undefined) return null;

  const end = (then: () => void) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onEnd();
    then();
  };
  const leave = (isDone: boolean) =>
    end(() => {
      // A line that has no words yet is written next.
      if (isDone && node.text === "") doing.write(node.id);
      else handle.focus();
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Tab" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    const beside = fieldBeside(model(), editing, event.shiftKey ? -1 : 1);
    // Leaving the box keeps what was typed in it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    end(() => (beside === null ? handle.focus() : view.setState({ editing: beside })));
  };
  const onBlur = ({ relatedTarget, target }: FocusEvent<HTMLElement>) => {
    // A menu that opened this gives the focus back to the canvas a moment late.
    if (!hasActed.current && relatedTarget === handle.host()) target.focus({ preventScroll: true });
    else if (hasActed.current && relatedTarget === handle.host()) end(() => undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the keys that go to another field of the card.
    <div
      ref={frame}
      className="absolute top-0 left-0 z-20 origin-top-left"
      data-editor=""
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className="rounded-control bg-panel p-1 shadow-float">
        <SpeakerBox node={node} isLabelHidden takesFocus onLeave={leave} />
      </div>
    </div>
  );
}
