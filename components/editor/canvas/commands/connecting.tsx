"use client";

import { type KeyboardEvent, use, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { actOf } from "../../../frame/commands/registry.ts";
import type { CommandId } from "../../../frame/commands/table.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { POPUP, POPUP_ITEM } from "../../../ui/popup-style.ts";
import { connect, type Port } from "../../gestures/connect.ts";
import { quoted } from "../../gestures/gesture.ts";
import { nodesCalled } from "../../gestures/type-link.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { CanvasHint } from "../surface/canvas-hint.tsx";
import { OverlayContext } from "../surface/overlay-state.ts";
import { useDoing } from "./use-doing.ts";
import { useMode } from "./use-mode.ts";

/** Cards offered at once; typing narrows the rest. */
const MOST = 8;

/** Keys that walk over the cards while nothing is typed. */
const WALKS: Readonly<Record<string, CommandId>> = {
  ArrowLeft: "cursor.left",
  ArrowRight: "cursor.right",
  ArrowUp: "cursor.up",
  ArrowDown: "cursor.down",
  Home: "cursor.start",
};

/**
 * Connecting by keys: the target's name is typed, or the cursor walks to it, or it is clicked; Enter connects, Escape lets it be. While it
 * goes on no other letter does anything.
 */
export function Connecting({ from, onEnd }: { from: Port; onEnd: () => void }) {
  const { session, handle, model, run, say } = useDoing();
  const overlay = use(OverlayContext);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const source = useDialogueState((state) => state.nodes.get(from.nodeId));
  const target = useDialogueState((state) =>
    state.active !== null && state.active !== from.nodeId ? state.nodes.get(state.active) : undefined,
  );
  const targetId = target?.id ?? null;
  const offered =
    query.trim() === "" ? [] : nodesCalled(model(), query, MOST + 1).filter((node) => node.id !== from.nodeId);
  const options = offered.slice(0, MOST);
  const chosen = options[Math.min(at, options.length - 1)];
  useMode();

  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const rect = targetId === null ? null : handle.rectOf(targetId);
    overlay?.setState({
      connection: targetId === null || rect === null ? null : { from, to: { x: rect.x, y: rect.y }, target: targetId },
    });
  }, [overlay, handle, from, targetId]);
  const chosenId = chosen?.id;
  useEffect(() => {
    if (chosenId !== undefined) session.reveal(chosenId);
  }, [session, chosenId]);

  const connectTo = (to: string | null) => {
    const gesture = to === null ? null : connect(model(), from, to);
    if (gesture === null) return say("Choose another card, then press Enter.");
    onEnd();
    run({ ...gesture, select: [from.nodeId] });
    handle.focus();
  };
  const confirm = () => {
    if (query.trim() !== "" && chosen === undefined) return say(`No card is called ${query.trim()}.`);
    connectTo(chosen?.id ?? session.store.getState().active);
  };
  const cancel = () => {
    onEnd();
    session.select([from.nodeId]);
    say("Nothing was connected.");
    handle.focus();
  };
  useCommandHandlers({ "card.edit": confirm, "cursor.out": cancel });

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const walk = key === "Tab" ? (event.shiftKey ? "cursor.previous" : "cursor.next") : WALKS[key];
    if (key === "Enter") confirm();
    else if (key === "Escape") cancel();
    else if (options.length > 0 && (key === "ArrowDown" || key === "ArrowUp"))
      setAt((Math.min(at, options.length - 1) + (key === "ArrowDown" ? 1 : options.length - 1)) % options.length);
    else if (query === "" && walk !== undefined) actOf(walk)?.run();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <CanvasHint>
      <label htmlFor={id}>
        Connecting {quoted(source)} {target === undefined ? "" : `to ${quoted(target)} `}— type a card’s name, or choose
        one with the arrows or a click, then Enter. Esc cancels.
      </label>
      <div className="relative mt-1">
        <input
          ref={field}
          id={id}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          placeholder="Name of the card"
          value={query}
          onChange={({ target: { value } }) => {
            setQuery(value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="min-h-7 w-full rounded-control border border-line-strong bg-panel px-2 text-13 text-ink placeholder:text-ink-3 focus:border-accent"
        />
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label="Cards it can lead to"
          hidden={options.length === 0}
          className={`${POPUP} absolute inset-x-0 top-full z-30 mt-1 max-h-60 overflow-y-auto p-1`}
        >
          {options.map((node, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus and the keys stay in the field.
            <div
              key={node.id}
              id={`${id}-${node.id}`}
              role="option"
              aria-selected={node === chosen}
              data-highlighted={node === chosen || undefined}
              className={POPUP_ITEM}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setAt(index)}
              onClick={() => connectTo(node.id)}
            >
              <span className="min-w-0 truncate" dir="auto">
                {nodeName(node)}
              </span>
            </div>
          ))}
        </div>
        {query.trim() !== "" && options.length === 0 && (
          <p role="status" className="mt-1 text-12 text-ink-3">
            No card is called that.
          </p>
        )}
      </div>
    </CanvasHint>
  );
}
