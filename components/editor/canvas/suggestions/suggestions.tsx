"use client";

import { useEffect, useMemo, useState } from "react";
import { counted } from "#domain/counted.ts";
import { nodeName } from "#domain/dialogue/names.ts";
import type { Outputs } from "../../../frame/api/client.ts";
import { failureWords } from "../../../frame/api/failure.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { showToast } from "../../../ui/toast.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useDoing } from "../commands/use-doing.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { viewportShowing } from "../surface/viewport.ts";
import { ConsequencesDialog } from "./consequences-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import {
  edgesBetween,
  neededParts,
  type SuggestedShape,
  type Suggestion,
  suggestedShapes,
} from "./suggested-shapes.ts";
import { SuggestionBar } from "./suggestion-bar.tsx";
import { SuggestionLayer } from "./suggestion-layer.tsx";
import { useSuggestions } from "./use-suggestions.ts";

/** Height of the bar and the room around it, in pixels. */
const BAR = 120;

type Preview = Outputs["suggestions"]["preview"];

/** Suggestions for the open dialogue, shown as suggested shapes over it one suggestion at a time. */
export function Suggestions() {
  const asking = useSuggestions();
  const { say } = useDoing();
  const [chosen, setChosen] = useState<string | null>(null);
  const { open } = asking;
  const found = open.findIndex(({ id }) => id === chosen);
  const place = found === -1 ? open.length - 1 : found;
  const suggestion = open[place];
  const newest = open.at(-1);
  const newestId = newest?.id ?? null;
  const newestLabel = newest?.label ?? "";
  useEffect(() => {
    // A new one is told of; which is shown stays with the person.
    if (newestId !== null)
      say(`Suggestion: ${newestLabel}. It is not part of the dialogue yet. Tab steps through its parts.`);
  }, [newestId, newestLabel, say]);
  if (suggestion === undefined) return null;
  const other = (by: 1 | -1) => setChosen(open[(place + by + open.length) % open.length]?.id ?? null);
  return (
    <Shown
      key={suggestion.id}
      suggestion={suggestion}
      asking={asking}
      place={place}
      total={open.length}
      onOther={other}
    />
  );
}

interface ShownProps {
  suggestion: Suggestion;
  asking: ReturnType<typeof useSuggestions>;
  place: number;
  total: number;
  onOther: (by: 1 | -1) => void;
}

function Shown({ suggestion, asking, place, total, onOther }: ShownProps) {
  const { say, handle } = useDoing();
  const { scene, adapter } = useCanvasParts();
  const nodes = useDialogueState((state) => state.nodes);
  const [current, setCurrent] = useState<string | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ parts: readonly string[]; preview: Preview } | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scene answers anew when nodes changed.
  const shapes = useMemo(() => suggestedShapes(suggestion, (id) => scene.rectOf(id)), [suggestion, scene, nodes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const drawnEdges = useMemo(() => edgesBetween(shapes, (id) => scene.rectOf(id)), [shapes, scene, nodes]);
  const at = shapes.findIndex(({ part }) => part.id === current);
  const here = shapes[at];

  const goTo = (shape: SuggestedShape | undefined) => {
    if (shape === undefined) return;
    setCurrent(shape.part.id);
    // Clear of the bar that stands below.
    const rect = { ...shape.rect, height: shape.rect.height + BAR / adapter.viewport().zoom };
    const next = viewportShowing(rect, adapter.viewport(), adapter.size());
    if (next.x !== adapter.viewport().x || next.y !== adapter.viewport().y) adapter.show(next);
  };
  const focusPart = (suggested: SuggestedShape | undefined) => {
    goTo(suggested);
    if (suggested === undefined) return handle.focus();
    document
      .querySelector<HTMLElement>(`.cv-suggested[data-part="${suggested.part.id}"]`)
      ?.focus({ preventScroll: true });
  };
  const step = (by: 1 | -1) =>
    focusPart(shapes[at === -1 ? (by === 1 ? 0 : shapes.length - 1) : (at + by + shapes.length) % shapes.length]);
  const nameOf = (id: string | null): string => {
    const suggested = shapes.find((each) => each.kind === "node" && each.nodeId === id);
    if (suggested?.kind === "node") return `“${suggested.title}”`;
    const node = id === null ? undefined : nodes.get(id);
    return node === undefined ? "a card that is gone" : `“${nodeName(node)}”`;
  };

  /** Does it, with the next part at hand afterwards; what is refused is said where it happened. */
  const doing = (work: () => Promise<string | null>, after: SuggestedShape | undefined) => {
    setIsBusy(true);
    work().then(
      (said) => {
        setIsBusy(false);
        if (said === null) return;
        showToast({ text: said });
        say(said);
        focusPart(after);
      },
      (error: unknown) => {
        setIsBusy(false);
        const said = failureWords(error);
        showToast({ text: said });
        say(said);
      },
    );
  };
  const nextAfter = (parts: readonly string[]): SuggestedShape | undefined => {
    const left = shapes.filter(({ part }) => !parts.includes(part.id));
    return left.find((suggested) => shapes.indexOf(suggested) > at) ?? left[0];
  };
  const accept = (parts: readonly string[]) =>
    doing(async () => {
      const preview = await asking.preview(suggestion, parts);
      const { dangling, violations } = preview;
      if (dangling.length + violations.length === 0 && preview.parts.every(({ outcome }) => outcome === "fits")) {
        await asking.accept(suggestion, parts);
        return `${counted(parts.length, "part")} accepted.`;
      }
      setAsked({ parts, preview });
      return null;
    }, nextAfter(parts));
  const acceptAnyway = (parts: readonly string[], { seq }: Preview) =>
    doing(async () => {
      setAsked(null);
      await asking.accept(suggestion, parts, { base_seq: seq, allow_dangling: true });
      return `${counted(parts.length, "part")} accepted.`;
    }, nextAfter(parts));
  const reject = (parts: readonly string[]) =>
    doing(async () => {
      setAsked(null);
      await asking.reject(suggestion, parts);
      return `${counted(parts.length, "part")} rejected. The dialogue is as it was.`;
    }, nextAfter(parts));

  const all = shapes.map(({ part }) => part.id);
  const busy = isBusy ? "Saving the last answer…" : null;
  const ofOne = busy ?? (here === undefined ? "Select a part of the suggestion first." : null);
  const one = (act: (parts: readonly string[]) => void) => ({
    disabled: ofOne,
    run: () => {
      if (here !== undefined) act([here.part.id]);
    },
  });
  useCommandHandlers({
    "suggestion.go": () => focusPart(here ?? shapes[0]),
    "suggestion.next": () => step(1),
    "suggestion.previous": () => step(-1),
    "suggestion.accept": one(accept),
    "suggestion.reject": one(reject),
    "suggestion.edit": one(([part]) => setEditing(part ?? null)),
    "suggestion.accept-all": { disabled: busy, run: () => accept(all) },
    "suggestion.reject-all": { disabled: busy, run: () => reject(all) },
    "suggestion.out": () => handle.focus(),
  });

  const edited = shapes.find(({ part }) => part.id === editing)?.part;
  return (
    <>
      <SuggestionLayer
        shapes={shapes}
        drawnEdges={drawnEdges}
        current={current}
        onCurrent={(part) => goTo(shapes.find((suggested) => suggested.part.id === part))}
        onEdit={setEditing}
      />
      <SuggestionBar
        suggestion={suggestion}
        waiting={shapes.length}
        at={at}
        place={place}
        total={total}
        onStep={step}
        onOther={onOther}
      />
      {edited !== undefined && (
        <EditDialog
          part={edited}
          onClose={() => setEditing(null)}
          onSave={(operations) => asking.edit(suggestion, { id: edited.id, operations })}
        />
      )}
      {asked !== null && (
        <ConsequencesDialog
          preview={asked.preview}
          nameOf={nameOf}
          onWithOthers={() => {
            setAsked(null);
            accept([...asked.parts, ...neededParts(asked.preview)]);
          }}
          onAnyway={() => acceptAnyway(asked.parts, asked.preview)}
          onTheirs={() =>
            reject(asked.preview.parts.flatMap(({ id, outcome }) => (outcome === "conflicts" ? [id] : [])))
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
