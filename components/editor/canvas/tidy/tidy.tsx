"use client";

import { type Remote, wrap } from "comlink";
import { useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useCommandHandlers } from "../../../frame/commands/command-host.tsx";
import { Button } from "../../../ui/button.tsx";
import { moveTo } from "../../gestures/move.ts";
import { boxesThere, nodeBox, type PlacedModel } from "../../gestures/place.ts";
import { flowOrder, targetsOf } from "../../gestures/select-along.ts";
import { partsOf } from "../../gestures/selected-parts.ts";
import { boundsOf, type Point } from "../../model/rects.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useDoing } from "../commands/use-doing.ts";
import { useSelectionFacts } from "../commands/use-selection-facts.ts";
import { CanvasHint } from "../surface/canvas-hint.tsx";
import { type Arrangement, arrangeSelection } from "./arrange-selection.ts";

/** What tidying is given: the selected nodes in the order they are read, the corner they have together, and the rest. */
function arrangementOf(model: PlacedModel, selection: readonly string[]): Arrangement | null {
  const selected = new Set(partsOf(model, selection).nodes);
  const corner = boundsOf([...selected].map((id) => nodeBox(model, id)));
  if (selected.size < 2 || corner === null) return null;
  const targets = targetsOf(model);
  const nodes = flowOrder(model)
    .filter((id) => selected.has(id))
    .map((id) => {
      const { width, height } = nodeBox(model, id);
      return { id, targets: targets.get(id) ?? [], width, height };
    });
  // A group goes with its nodes, so that its name is not in their way.
  const frames = [...selected].flatMap((id) => model.nodes.get(id)?.group_id ?? []);
  const others = boxesThere(model, new Set([...selected, ...frames]));
  return { nodes, corner: { x: corner.x, y: corner.y }, others };
}

/** Tidies the selected nodes: shows as suggested shapes where they would lie, and asks. */
export function Tidy() {
  const { handle, model, selection, run, say } = useDoing();
  const { nodes, groups } = useSelectionFacts();
  const [places, setPlaces] = useState<ReadonlyMap<string, Point> | null>(null);
  const asked = useRef(0);

  const start = async () => {
    const arrangement = arrangementOf(model(), selection());
    if (arrangement === null) return;
    const mine = ++asked.current;
    const found = await arrange(arrangement);
    if (mine !== asked.current) return;
    setPlaces(found);
    handle.setPreviewPositions(found);
    handle.focus();
    say(`${counted(found.size, "card")} would be tidied. Enter accepts, Escape cancels.`);
  };
  const end = () => {
    asked.current++;
    setPlaces(null);
    handle.setPreviewPositions(null);
  };
  useCommandHandlers({
    "arrange.tidy": {
      disabled: nodes > 1 || groups > 0 ? null : "Select the cards to tidy first.",
      run: () => void start(),
    },
  });
  if (places === null) return null;
  return (
    <Preview
      count={places.size}
      onCancel={(said) => {
        end();
        say(said);
        handle.focus();
      }}
      onAccept={() => {
        end();
        if (!run(moveTo(model(), places, "Tidy"))) say("They are tidy already.");
        handle.focus();
      }}
    />
  );
}

interface PreviewProps {
  count: number;
  onAccept: () => void;
  onCancel: (said: string) => void;
}

/** While the suggested shapes stand, Enter and Escape are about them. */
function Preview({ count, onAccept, onCancel }: PreviewProps) {
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
  useCommandHandlers({ "card.edit": onAccept, "cursor.out": giveUp });
  return (
    <CanvasHint>
      <span className="flex flex-wrap items-center gap-2">
        {counted(count, "card")} would lie where the outlines are.
        <Button size="sm" variant="primary" onClick={onAccept}>
          Accept
        </Button>
        <Button size="sm" onClick={giveUp}>
          Cancel
        </Button>
      </span>
    </CanvasHint>
  );
}

let worker: Remote<{ arrangeSelection: typeof arrangeSelection }> | null = null;

/** Arranges nodes away from the page: a thousand take longer than a frame. */
async function arrange(arrangement: Arrangement): Promise<ReadonlyMap<string, Point>> {
  try {
    worker ??= wrap(new Worker(new URL("./tidy.worker.ts", import.meta.url), { type: "module" }));
    return await worker.arrangeSelection(arrangement);
  } catch {
    // A browser or a network without workers waits a moment instead.
    worker = null;
    return arrangeSelection(arrangement);
  }
}
