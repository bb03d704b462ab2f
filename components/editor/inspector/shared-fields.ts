import type { NodePatch, Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model, Node } from "../model/model.ts";

/** A field of several nodes: the value they share, or that they differ. */
export type SharedValue<T> = { readonly isMixed: false; readonly value: T } | { readonly isMixed: true };

/** Fields that several nodes have in common. */
export interface SharedFields {
  readonly kind: SharedValue<Node["kind"]>;
  readonly speakerId: SharedValue<string | null>;
  readonly speakerLabel: SharedValue<string | null>;
  readonly status: SharedValue<Node["status"]>;
  readonly groupId: SharedValue<string | null>;
  /** Tags that all of them have. */
  readonly tags: readonly string[];
  /** Tags that some of them have. */
  readonly someTags: readonly string[];
}

function shared<T>(values: readonly T[]): SharedValue<T> {
  const [first, ...rest] = values;
  return first !== undefined && rest.every((value) => value === first)
    ? { isMixed: false, value: first }
    : { isMixed: true };
}

/** The fields several nodes share, for editing them together. */
export function sharedFields(nodes: readonly Node[]): SharedFields {
  const all = [...new Set(nodes.flatMap(({ tags }) => tags))];
  return {
    kind: shared(nodes.map(({ kind }) => kind)),
    speakerId: shared(nodes.map(({ speaker_id }) => speaker_id)),
    speakerLabel: shared(nodes.map(({ speaker_label }) => speaker_label)),
    status: shared(nodes.map(({ status }) => status)),
    groupId: shared(nodes.map(({ group_id }) => group_id)),
    tags: all.filter((tag) => nodes.every(({ tags }) => tags.includes(tag))),
    someTags: all.filter((tag) => !nodes.every(({ tags }) => tags.includes(tag))),
  };
}

/** The steps that give several nodes what a patch says; nodes that have it already are left alone. */
export function patchAll(
  { nodes }: Pick<Model, "nodes">,
  ids: readonly string[],
  patchOf: (node: Node) => NodePatch,
): Operation[] {
  return ids.flatMap((id): Operation[] => {
    const node = nodes.get(id);
    if (node === undefined) return [];
    const patch = patchOf(node);
    const isNew = Object.entries(patch).some(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(node[field as keyof NodePatch]),
    );
    return isNew ? [{ op: "node.update", id, patch }] : [];
  });
}
