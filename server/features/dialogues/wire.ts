import type { z } from "zod";
import { graphFromState, nodeFromState } from "#domain/dialogue/from-state.ts";
import type { VersionMeta } from "../../record/resource.ts";
import { versionMeta } from "../../record/wire.ts";
import type { DialogueGraph, DialogueNode } from "./schemas.ts";
import type { GraphVersion, NodeVersion } from "./states.ts";

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

/** Returns the leading fields of every part. */
function recorded({ id, project_id }: VersionMeta): { id: string; project_id: string } {
  return { id, project_id };
}
