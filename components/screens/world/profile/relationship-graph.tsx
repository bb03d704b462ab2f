"use client";

import { profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
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
            <path d="M0 0 8 4 0 8Z" className="fill-ink-3" />
          </marker>
        </defs>
        {nodes.map(({ id, edge, isFrom, isTo }) => (
          <line
            key={id}
            {...edge}
            className="stroke-ink-3"
            strokeWidth="1.2"
            markerEnd={isFrom ? "url(#graph-arrow)" : undefined}
            markerStart={isTo ? "url(#graph-arrow)" : undefined}
          />
        ))}
        {nodes.map(({ id, edge, said }) => (
          <text
            key={id}
            // Nearer to its node than to the middle, where all lines meet.
            x={edge.x1 + (edge.x2 - edge.x1) * 0.62}
            y={edge.y1 + (edge.y2 - edge.y1) * 0.62 + 4}
            textAnchor="middle"
            className={`fill-ink-2 text-11 ${HALO}`}
          >
            {said}
          </text>
        ))}
        {nodes.map(({ id, name, type, x, y, short, label }) => (
          <PageLink key={id} href={profileAddress(projectId, { id, type })} aria-label={name}>
            <circle cx={x} cy={y} r="6" className="fill-accent" />
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
