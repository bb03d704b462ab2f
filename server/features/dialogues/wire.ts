import type { z } from "zod";
import { nodeListsFromKeyed } from "#domain/dialogue/keyed.ts";
import { versionMeta } from "../../record/wire.ts";
import type { DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode } from "./schemas.ts";
import type { AnnotationVersion, GraphVersion, GroupVersion, NodeVersion } from "./states.ts";

interface Sourced {
  source_format: string | null;
  source_key: string | null;
}

/** Where something came from, in one piece. */
export function sourceOf({ source_format, source_key }: Sourced): { format: string; key: string } | null {
  return source_format === null || source_key === null ? null : { format: source_format, key: source_key };
}

/** A graph on the wire, without its nodes. */
export function toGraph(version: GraphVersion, nodeCount: number): z.input<typeof DialogueGraph> {
  return {
    id: version.id,
    project_id: version.project_id,
    name: version.name,
    description: version.description,
    start_node_id: version.start_node_id,
    extensions: version.extensions,
    source: sourceOf(version),
    node_count: nodeCount,
    ...versionMeta(version),
  };
}

/** A node on the wire: its keyed lists as arrays in order. */
export function toNode(version: NodeVersion): z.input<typeof DialogueNode> {
  // An expression is a closed union; the wire schema only says that each entry is an object with an id.
  const lists = nodeListsFromKeyed(version) as unknown as Pick<
    z.input<typeof DialogueNode>,
    "branches" | "conditions" | "on_enter_effects"
  >;
  return {
    id: version.id,
    project_id: version.project_id,
    graph_id: version.graph_id,
    kind: version.kind,
    title: version.title,
    text: version.text,
    speaker_id: version.speaker_id,
    speaker_label: version.speaker_label,
    tags: version.tags,
    group_id: version.group_id,
    canvas_x: version.canvas_x,
    canvas_y: version.canvas_y,
    ...lists,
    exit_to: version.exit_to,
    extensions: version.extensions,
    source: sourceOf(version),
    ...versionMeta(version),
  };
}

/** A group on the wire. */
export function toGroup(version: GroupVersion): z.input<typeof DialogueGroup> {
  return {
    id: version.id,
    project_id: version.project_id,
    graph_id: version.graph_id,
    title: version.title,
    color: version.color,
    source: sourceOf(version),
    ...versionMeta(version),
  };
}

/** An annotation on the wire. */
export function toAnnotation(version: AnnotationVersion): z.input<typeof DialogueAnnotation> {
  return {
    id: version.id,
    project_id: version.project_id,
    graph_id: version.graph_id,
    text: version.text,
    canvas_x: version.canvas_x,
    canvas_y: version.canvas_y,
    width: version.width,
    height: version.height,
    color: version.color,
    source: sourceOf(version),
    ...versionMeta(version),
  };
}
