"use client";

import { speakerColor } from "#domain/speaker-color.ts";
import { profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { SPEAKER_INKS } from "../../../ui/color-swatches.ts";
import { PageLink } from "../../../ui/page-link.tsx";
import type { Entity, Neighbor } from "../entity/use-entity.ts";
import { graphOf, HEIGHT, WIDTH } from "./graph-layout.ts";

/** Letters stand clear of the lines below them. */
const HALO = "stroke-4 stroke-canvas [paint-order:stroke]";

/** Draws an entity and the entities it is related to, each with its relationship, as the list beside it says them. */
export function RelationshipGraph({ entity, neighbors }: { entity: Entity; neighbors: readonly Neighbor[] }) {
  const projectId = useProjectId();
  const { nodes, left } = graphOf(
    neighbors.map(({ direction, relationship, entity: other }) => ({
      id: other.id,
      name: other.name,
      type: other.type,
      said: relationship.type,
      color: other.type === "character" ? speakerColor(other.id, Reflect.get(other.properties, "color")) : null,
      isFrom: direction === "outgoing",
    })),
  );
  return (
    <figure className="mb-3 rounded-card border border-line bg-canvas">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full">
        <title>Who {entity.name} is related to</title>
        <defs>
          <marker
            id="graph-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8Z" fill="context-stroke" />
          </marker>
          <mask id="graph-words" maskUnits="userSpaceOnUse" x="0" y="0" width={WIDTH} height={HEIGHT}>
            <rect width={WIDTH} height={HEIGHT} fill="white" />
            {nodes.map(({ id, box }) => (
              <rect key={id} {...box} rx="3" fill="black" />
            ))}
          </mask>
        </defs>
        <g mask="url(#graph-words)">
          {nodes.map(({ id, edge, isFrom, isTo, color }) => (
            <line
              key={id}
              {...edge}
              className={color === null ? "text-ink-3" : SPEAKER_INKS[color]}
              stroke="currentColor"
              strokeWidth="1.2"
              markerEnd={isFrom ? "url(#graph-arrow)" : undefined}
              markerStart={isTo ? "url(#graph-arrow)" : undefined}
            />
          ))}
        </g>
        {nodes.map(({ id, words, said }) => (
          <text key={id} x={words.x} y={words.y + 4} textAnchor="middle" className="fill-ink-2 text-11">
            {said}
          </text>
        ))}
        {nodes.map(({ id, name, type, x, y, short, label, color }) => (
          <PageLink key={id} href={profileAddress(projectId, { id, type })} aria-label={name}>
            <circle
              cx={x}
              cy={y}
              r="6"
              fill="currentColor"
              className={color === null ? "text-ink-3" : SPEAKER_INKS[color]}
            />
            <text {...label} className={`fill-ink text-12 ${HALO}`}>
              {short}
            </text>
          </PageLink>
        ))}
        <circle cx={WIDTH / 2} cy={HEIGHT / 2} r="9" className="fill-ink" />
        <text
          x={WIDTH / 2}
          y={HEIGHT / 2 + 24}
          textAnchor="middle"
          className={`fill-ink font-semibold text-13 ${HALO}`}
        >
          {entity.name.length > 24 ? `${entity.name.slice(0, 23)}…` : entity.name}
        </text>
      </svg>
      {left > 0 && <figcaption className="px-3 pb-2 text-12 text-ink-3">{left} more are in the list.</figcaption>}
    </figure>
  );
}
