"use client";

import { type Remote, wrap } from "comlink";
import { useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { Button } from "../../../ui/button.tsx";
import { moveTo } from "../../gestures/move.ts";
import type { PlacedModel } from "../../gestures/place.ts";
import { boundsOf, type Point } from "../../model/rects.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useDoing } from "../commands/use-doing.ts";
import { useMode } from "../commands/use-mode.ts";
import { useSelectionFacts } from "../commands/use-selection-facts.ts";
import { isMoreThanSeen } from "../map/map-view.ts";
import { CanvasHint } from "../surface/canvas-hint.tsx";
import type { CanvasHandle } from "../surface/canvas-surface.ts";
import { type Arrangement, arrange } from "./arrange.ts";
import { arrangementOf } from "./arrangement.ts";

/** Tidies what is selected, or everything: shows as suggested shapes where it would lie, and asks. */
export function Tidy() {
  const { handle, model, selection, run, say } = useDoing();
  const { isEmptyDialogue } = useSelectionFacts();
  const [places, setPlaces] = useState<ReadonlyMap<string, Point> | null>(null);
  const asked = useRef(0);
  const goBack = useRef<() => void>(undefined);

  const start = async () => {
    const seen = handle.visibleRect();
    const arrangement = arrangementOf(model(), selection(), seen.width / seen.height);
    if (arrangement === null) return say("There is nothing to tidy.");
    const mine = ++asked.current;
    const found = await arrangeAside(arrangement);
    if (mine !== asked.current) return;
    setPlaces(found);
    goBack.current ??= handle.keepLook();
    const shapes = shapesOf(model(), handle.nodes(), found);
    handle.setPreviewPositions(shapes);
    showAll(handle, shapes);
    handle.focus();
    say(`${countedParts(model(), found)} would be tidied. Enter applies it, Escape cancels.`);
  };
  const end = () => {
    asked.current++;
    setPlaces(null);
    handle.setPreviewPositions(null);
  };
  useCommandHandlers({
    "arrange.tidy": {
      disabled: isEmptyDialogue ? "There are no cards yet." : null,
      run: () => void start(),
    },
  });
  if (places === null) return null;
  return (
    <Preview
      what={countedParts(model(), places)}
      onCancel={(said) => {
        end();
        goBack.current?.();
        goBack.current = undefined;
        say(said);
        handle.focus();
      }}
      onApply={() => {
        end();
        goBack.current = undefined;
        if (!run(moveTo(model(), places, "Tidy"))) say("Everything is tidy already.");
        handle.focus();
      }}
    />
  );
}

/** Returns the tidied parts in words: "3 cards and 1 note". */
function countedParts({ annotations }: PlacedModel, places: ReadonlyMap<string, Point>): string {
  const notes = [...places.keys()].filter((id) => annotations.has(id)).length;
  const nodes = counted(places.size - notes, "card");
  return notes === 0 ? nodes : `${nodes} and ${counted(notes, "note")}`;
}

/** The places of what is drawn; what is in a folded group moves unseen. */
function shapesOf(
  { annotations }: PlacedModel,
  drawn: readonly { readonly id: string }[],
  places: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const shown = new Set([...drawn.map(({ id }) => id), ...annotations.keys()]);
  return new Map([...places].filter(([id]) => shown.has(id)));
}

/** Brings all of the suggested shapes into view, unless they are. */
function showAll(handle: CanvasHandle, shapes: ReadonlyMap<string, Point>): void {
  const boxes = [...shapes].flatMap(([id, at]) => {
    const rect = handle.rectOf(id);
    return rect === null ? [] : [{ ...rect, ...at }];
  });
  const bounds = boundsOf(boxes);
  if (bounds !== null && isMoreThanSeen(bounds, handle.visibleRect())) handle.fitRect(bounds);
}

interface PreviewProps {
  what: string;
  onApply: () => void;
  onCancel: (said: string) => void;
}

/** Preview of the suggested positions; Enter accepts them and Escape cancels. */
function Preview({ what, onApply, onCancel }: PreviewProps) {
  const nodes = useDialogueState((state) => state.nodes);
  const selection = useDialogueState((state) => state.selection);
  const [shown] = useState({ nodes, selection });
  const isStale = shown.nodes !== nodes || shown.selection !== selection;
  const cancel = useRef(onCancel);
  useEffect(() => {
    cancel.current = onCancel;
  });
  useEffect(() => {
    if (isStale) cancel.current("Something else changed; nothing was tidied.");
  }, [isStale]);
  const giveUp = () => onCancel("Nothing was moved.");
  useMode();
  useCommandHandlers({ "card.edit": onApply, "cursor.out": giveUp });
  return (
    <CanvasHint>
      <span className="flex flex-wrap items-center gap-2">
        {what} will move to the outlines.
        <Button size="sm" variant="primary" onClick={onApply}>
          Apply
        </Button>
        <Button size="sm" onClick={giveUp}>
          Cancel
        </Button>
      </span>
    </CanvasHint>
  );
}

let worker: Remote<{ arrange: typeof arrange }> | null = null;

/** Arranges nodes away from the page: a thousand take longer than a frame. */
async function arrangeAside(arrangement: Arrangement): Promise<ReadonlyMap<string, Point>> {
  try {
    worker ??= wrap(new Worker(new URL("./tidy.worker.ts", import.meta.url), { type: "module" }));
    return await worker.arrange(arrangement);
  } catch {
    // A browser or a network without workers waits a moment instead.
    worker = null;
    return arrange(arrangement);
  }
}
