import type { Content, Removed } from "../model/content.ts";
import type { Annotation, Group, Node } from "../model/model.ts";
import type { Subject } from "./recorded-change.ts";

/** Subjects as they are now, by id; null for what is gone. */
export type Subjects = ReadonlyMap<string, Subject | null>;

/** The content with some of its subjects replaced; each of its maps is copied once at most. What goes is remembered. */
export function withSubjects(content: Content, subjects: Subjects): Content {
  let { graph, nodes, groups, annotations, removed } = content;
  const own = new Set<unknown>();
  const copy = <T>(map: ReadonlyMap<string, T>): Map<string, T> => {
    if (own.has(map)) return map as Map<string, T>;
    const made = new Map(map);
    own.add(made);
    return made;
  };
  const forget = (id: string) => {
    if (!removed.has(id)) return;
    const left = copy(removed);
    left.delete(id);
    removed = left;
  };
  for (const [id, subject] of subjects) {
    if (subject === null) {
      const gone = buried(content, id);
      if (gone === null) continue;
      removed = copy(removed).set(id, gone);
      if (gone.kind === "node") nodes = dropped(copy(nodes), id);
      else if (gone.kind === "group") groups = dropped(copy(groups), id);
      else annotations = dropped(copy(annotations), id);
    } else if (id === graph.id) {
      graph = subject as typeof graph;
    } else if ("branches" in subject) {
      if (nodes.get(id) === subject) continue;
      nodes = copy(nodes).set(id, subject);
      forget(id);
    } else if ("canvas_x" in subject) {
      if (annotations.get(id) === subject) continue;
      annotations = copy(annotations).set(id, subject as Annotation);
      forget(id);
    } else {
      if (groups.get(id) === subject) continue;
      groups = copy(groups).set(id, subject as Group);
      forget(id);
    }
  }
  return { graph, nodes, groups, annotations, removed };
}

function dropped<T>(map: Map<string, T>, id: string): Map<string, T> {
  map.delete(id);
  return map;
}

function buried({ nodes, groups, annotations }: Content, id: string): Removed | null {
  const node: Node | undefined = nodes.get(id);
  if (node !== undefined) return { kind: "node", node, index: place(nodes, id) };
  const group = groups.get(id);
  if (group !== undefined) {
    const members = [...nodes.values()].filter(({ group_id }) => group_id === id).map((each) => each.id);
    return { kind: "group", group, index: place(groups, id), members };
  }
  const annotation = annotations.get(id);
  return annotation === undefined ? null : { kind: "annotation", annotation, index: place(annotations, id) };
}

function place(map: ReadonlyMap<string, unknown>, id: string): number {
  let index = 0;
  for (const each of map.keys()) {
    if (each === id) break;
    index += 1;
  }
  return index;
}
