"use client";

import "./suggestions.css";

import { memo, type RefObject, useEffect, useRef } from "react";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useSpeakerName } from "../surface/names.ts";
import { type SuggestedEdge, type SuggestedNode, type SuggestedShape, suggestedLabel } from "./suggested-shapes.ts";

interface SuggestionLayerProps {
  shapes: readonly SuggestedShape[];
  drawnEdges: readonly SuggestedEdge[];
  /** The part one is at. */
  current: string | null;
  onCurrent: (part: string) => void;
  onEdit: (part: string) => void;
}

/**
 * Suggested nodes over the canvas. Panning and zooming move the layer as a whole, by its style alone: no shape renders again, and
 * the browser skips those that are out of sight.
 */
export function SuggestionLayer({ shapes, drawnEdges, current, onCurrent, onEdit }: SuggestionLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  useFollowViewport(layer);
  return (
    <div className="cv-suggestions" data-command-scope="suggestion">
      <div ref={layer} className="cv-suggestions-pane">
        <svg className="cv-suggested-edges" aria-hidden="true">
          {drawnEdges.map(({ id, from, to }) => {
            const bend = Math.max(40, Math.abs(to.x - from.x) / 2);
            const d = `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
            return <path key={id} d={d} />;
          })}
        </svg>
        <ul className="contents" aria-label="Suggested, not part of the dialogue">
          {shapes.map((shape, at) => (
            <SuggestedItem
              key={shape.part.id}
              shape={shape}
              at={at}
              of={shapes.length}
              isCurrent={shape.part.id === current}
              onCurrent={onCurrent}
              onEdit={onEdit}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

function useFollowViewport(layer: RefObject<HTMLDivElement | null>): void {
  const { adapter } = useCanvasParts();
  useEffect(() => {
    const place = () => {
      const { x, y, zoom } = adapter.viewport();
      if (layer.current !== null) layer.current.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    };
    place();
    return adapter.listenView(place);
  }, [adapter, layer]);
}

interface SuggestedItemProps {
  shape: SuggestedShape;
  at: number;
  of: number;
  isCurrent: boolean;
  onCurrent: (part: string) => void;
  onEdit: (part: string) => void;
}

const SuggestedItem = memo(function SuggestedItem({ shape, at, of, isCurrent, onCurrent, onEdit }: SuggestedItemProps) {
  const { x, y, width, height } = shape.rect;
  const { id } = shape.part;
  return (
    <li>
      <button
        type="button"
        className="cv-suggested"
        data-part={id}
        data-kind={shape.kind}
        data-current={isCurrent || undefined}
        aria-current={isCurrent || undefined}
        aria-label={suggestedLabel(shape, at, of)}
        aria-keyshortcuts="A E R"
        style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        onFocus={() => onCurrent(id)}
        onClick={(event) => {
          // By Enter; a press of the mouse only chooses it.
          if (event.detail === 0) onEdit(id);
        }}
        onDoubleClick={() => onEdit(id)}
      >
        {shape.kind === "node" ? (
          <NodeFace shape={shape} />
        ) : (
          <span className="cv-suggested-words" dir="auto">
            {shape.words}
          </span>
        )}
      </button>
    </li>
  );
});

function NodeFace({ shape }: { shape: SuggestedNode }) {
  const speaker = useSpeakerName(shape.speakerId, null);
  return (
    <>
      <span className="cv-head">
        <span className="cv-suggested-sign">Suggested</span>
        <span className="cv-title" dir="auto">
          {shape.title}
        </span>
        {speaker !== null && (
          <span className="cv-speaker" dir="auto">
            {speaker}
          </span>
        )}
      </span>
      <span className="cv-text" dir="auto">
        {shape.text}
      </span>
      {shape.branches.map((branch) => (
        <span key={branch.id} className="cv-row">
          <span className="cv-branch" dir="auto">
            {branch.text}
          </span>
        </span>
      ))}
    </>
  );
}
