"use client";

import "./suggestions.css";

import { memo, type RefObject, useEffect, useRef } from "react";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useSpeakerName } from "../surface/names.ts";
import { type Ghost, type GhostCard, type GhostThread, ghostSentence } from "./ghosts.ts";

interface GhostLayerProps {
  ghosts: readonly Ghost[];
  threads: readonly GhostThread[];
  /** The part one is at. */
  current: string | null;
  onCurrent: (part: string) => void;
  onEdit: (part: string) => void;
}

/**
 * Suggested cards over the paper. Panning and zooming move the layer as a whole, by its style alone: no ghost renders again, and
 * the browser skips those that are out of sight.
 */
export function GhostLayer({ ghosts, threads, current, onCurrent, onEdit }: GhostLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  useFollowPaper(layer);
  return (
    <div className="cv-ghosts" data-command-scope="suggestion">
      <div ref={layer} className="cv-ghosts-paper">
        <svg className="cv-ghost-threads" aria-hidden="true">
          {threads.map(({ id, from, to }) => {
            const bend = Math.max(40, Math.abs(to.x - from.x) / 2);
            const d = `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
            return <path key={id} d={d} />;
          })}
        </svg>
        <ul className="contents" aria-label="Suggested, not part of the dialogue">
          {ghosts.map((ghost, at) => (
            <GhostItem
              key={ghost.part.id}
              ghost={ghost}
              at={at}
              of={ghosts.length}
              isCurrent={ghost.part.id === current}
              onCurrent={onCurrent}
              onEdit={onEdit}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

function useFollowPaper(layer: RefObject<HTMLDivElement | null>): void {
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

interface GhostItemProps {
  ghost: Ghost;
  at: number;
  of: number;
  isCurrent: boolean;
  onCurrent: (part: string) => void;
  onEdit: (part: string) => void;
}

const GhostItem = memo(function GhostItem({ ghost, at, of, isCurrent, onCurrent, onEdit }: GhostItemProps) {
  const { x, y, width, height } = ghost.rect;
  const { id } = ghost.part;
  return (
    <li>
      <button
        type="button"
        className="cv-suggested"
        data-part={id}
        data-kind={ghost.kind}
        data-current={isCurrent || undefined}
        aria-current={isCurrent || undefined}
        aria-label={ghostSentence(ghost, at, of)}
        aria-keyshortcuts="A E R"
        style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        onFocus={() => onCurrent(id)}
        onClick={(event) => {
          // By Enter; a press of the mouse only chooses it.
          if (event.detail === 0) onEdit(id);
        }}
        onDoubleClick={() => onEdit(id)}
      >
        {ghost.kind === "card" ? (
          <CardFace ghost={ghost} />
        ) : (
          <span className="cv-suggested-words" dir="auto">
            {ghost.words}
          </span>
        )}
      </button>
    </li>
  );
});

function CardFace({ ghost }: { ghost: GhostCard }) {
  const speaker = useSpeakerName(ghost.speakerId, null);
  return (
    <>
      <span className="cv-head">
        <span className="cv-suggested-sign">Suggested</span>
        <span className="cv-title" dir="auto">
          {ghost.title}
        </span>
        {speaker !== null && (
          <span className="cv-speaker" dir="auto">
            {speaker}
          </span>
        )}
      </span>
      <span className="cv-text" dir="auto">
        {ghost.text}
      </span>
      {ghost.choices.map((choice) => (
        <span key={choice.id} className="cv-row">
          <span className="cv-choice" dir="auto">
            {choice.text}
          </span>
        </span>
      ))}
    </>
  );
}
