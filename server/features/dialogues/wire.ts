import type { z } from "zod";
import { annotationFromState, graphFromState, groupFromState, nodeFromState } from "#domain/dialogue/from-state.ts";
import { sourceOf } from "#domain/dialogue/states.ts";
import type { VersionMeta } from "../../record/resource.ts";
import { versionMeta } from "../../record/wire.ts";
import type { DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode } from "./schemas.ts";
import type { AnnotationVersion, GraphVersion, GroupVersion, NodeVersion } from "./states.ts";

/** A graph on the wire, without its nodes. */
export function toGraph(version: GraphVersion, nodeCount: number): z.input<typeof DialogueGraph> {
  const content = graphFromState(version.id, version);
  return { ...recorded(version), ...content, node_count: nodeCount, ...versionMeta(version) };
}

/** A node on the wire: its keyed lists as arrays in order. */
export function toNode(version: NodeVersion): z.input<typeof DialogueNode> {
  // An expression is a closed union; the wire schema only says that each entry is an object with an id.
  const content = nodeFromState(version.id, version);
  return { ...recorded(version), ...content, ...versionMeta(version) };
}

/** A group on the wire. */
export function toGroup(version: GroupVersion): z.input<typeof DialogueGroup> {
  const content = groupFromState(version.id, version);
  return { ...recorded(version), ...content, source: sourceOf(version), ...versionMeta(version) };
}

/** An annotation on the wire. */
export function toAnnotation(version: AnnotationVersion): z.input<typeof DialogueAnnotation> {
  const content = annotationFromState(version.id, version);
  return { ...recorded(version), ...content, source: sourceOf(version), ...versionMeta(version) };
}

/** Returns the leading fields of every part. */
function recorded({ id, project_id }: VersionMeta): { id: string; project_id: string } {
  return { id, project_id };
}
