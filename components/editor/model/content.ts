import type { Annotation, Group, Model, Node } from "./model.ts";

/** Something that was deleted: as it last was, and where it stood, so that it can come back. */
export type Removed =
  | { readonly kind: "node"; readonly node: Node; readonly index: number }
  | {
      readonly kind: "group";
      readonly group: Group;
      readonly index: number;
      /** Cards its deletion released. */
      readonly members: readonly string[];
    }
  | { readonly kind: "annotation"; readonly annotation: Annotation; readonly index: number };

/** The content of a dialogue, and what was deleted from it since it was loaded, by id. */
export interface Content extends Model {
  readonly removed: ReadonlyMap<string, Removed>;
}

/** The subject of everything that is said about the dialogue itself. */
export function subjectOf(content: Pick<Model, "graph" | "nodes" | "groups" | "annotations">, id: string) {
  if (id === content.graph.id) return content.graph;
  return content.nodes.get(id) ?? content.groups.get(id) ?? content.annotations.get(id);
}
