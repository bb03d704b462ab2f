import { changedNode, changesAnything, given, madeNode, type NodeOperation, nodeIdOf } from "./apply-node.ts";
import { type Content, type Removed, subjectOf } from "./content.ts";
import type { Annotation, Group, Node } from "./model.ts";
import type { Operation } from "./operation.ts";

/** A card, group or note that came back, and where it stood. */
interface Returned {
  readonly id: string;
  readonly index: number;
}

/** Changes a content step by step and copies each of its maps once, however many steps there are. */
export class ContentDraft {
  private content: Content;
  private readonly own = new Set<"nodes" | "groups" | "annotations" | "removed">();
  private returned: Record<"nodes" | "groups" | "annotations", Returned[]> = { nodes: [], groups: [], annotations: [] };

  constructor(content: Content) {
    this.content = content;
  }

  /** The content as it is after the steps so far. What came back stands at the end until {@link finish}. */
  get now(): Content {
    return this.content;
  }

  apply(operation: Operation): void {
    switch (operation.op) {
      case "dialogue.update": {
        const { graph } = this.content;
        if (changesAnything(graph, operation.patch)) this.set({ graph: { ...graph, ...given(operation.patch) } });
        return;
      }
      case "group.create":
        if (this.isNew(operation.group.id)) this.groups().set(operation.group.id, operation.group);
        return;
      case "group.update": {
        const group = this.content.groups.get(operation.id);
        if (group !== undefined && changesAnything(group, operation.patch)) {
          this.groups().set(group.id, { ...group, ...given(operation.patch) });
        }
        return;
      }
      case "group.delete":
        this.deleteGroup(operation.id);
        return;
      case "group.restore":
        this.restoreGroup(operation.id);
        return;
      case "annotation.create": {
        const { annotation } = operation;
        if (this.isNew(annotation.id)) this.annotations().set(annotation.id, annotation);
        return;
      }
      case "annotation.update": {
        const annotation = this.content.annotations.get(operation.id);
        if (annotation !== undefined && changesAnything(annotation, operation.patch)) {
          this.annotations().set(annotation.id, { ...annotation, ...given(operation.patch) });
        }
        return;
      }
      case "annotation.delete": {
        const annotation = this.content.annotations.get(operation.id);
        if (annotation === undefined) return;
        const index = this.placeOf("annotations", annotation.id);
        this.bury(annotation.id, { kind: "annotation", annotation, index });
        this.annotations().delete(annotation.id);
        return;
      }
      case "annotation.restore": {
        const removed = this.content.removed.get(operation.id);
        if (removed?.kind !== "annotation" || this.content.annotations.has(operation.id)) return;
        this.annotations().set(operation.id, removed.annotation);
        this.dig("annotations", operation.id, removed.index);
        return;
      }
      default:
        this.applyToNode(operation);
    }
  }

  /** The content after all steps, with what came back where it stood. */
  finish(): Content {
    this.order("nodes");
    this.order("groups");
    this.order("annotations");
    return this.content;
  }

  /** Puts what came back where it stood. */
  private order(name: "nodes" | "groups" | "annotations"): void {
    const back = this.returned[name];
    if (back.length === 0) return;
    this.returned[name] = [];
    this.own.add(name);
    if (name === "nodes") this.set({ nodes: reordered(this.content.nodes, back) });
    else if (name === "groups") this.set({ groups: reordered(this.content.groups, back) });
    else this.set({ annotations: reordered(this.content.annotations, back) });
  }

  private placeOf(name: "nodes" | "groups" | "annotations", id: string): number {
    this.order(name);
    return indexOf(this.content[name], id);
  }

  private applyToNode(operation: NodeOperation): void {
    const id = nodeIdOf(operation);
    const node = this.content.nodes.get(id);
    if (operation.op === "node.create") {
      if (this.isNew(id)) this.nodes().set(id, madeNode(operation.node));
    } else if (operation.op === "node.restore") {
      const removed = this.content.removed.get(id);
      if (node !== undefined || removed?.kind !== "node") return;
      const { group_id } = removed.node;
      const lost = group_id !== null && !this.content.groups.has(group_id);
      this.nodes().set(id, lost ? { ...removed.node, group_id: null } : removed.node);
      this.dig("nodes", id, removed.index);
    } else if (node !== undefined && operation.op === "node.delete") {
      this.bury(id, { kind: "node", node, index: this.placeOf("nodes", id) });
      this.nodes().delete(id);
    } else if (node !== undefined) {
      const next = changedNode(node, this.possible(operation));
      if (next !== node) this.nodes().set(id, next);
    }
  }

  /** The operation without a group that does not exist. */
  private possible(operation: NodeOperation): NodeOperation {
    if (operation.op !== "node.update") return operation;
    const { group_id, ...patch } = operation.patch;
    return group_id == null || this.content.groups.has(group_id) ? operation : { ...operation, patch };
  }

  private deleteGroup(id: string): void {
    const group = this.content.groups.get(id);
    if (group === undefined) return;
    const members = [...this.content.nodes.values()].filter(({ group_id }) => group_id === id);
    this.bury(id, {
      kind: "group",
      group,
      index: this.placeOf("groups", id),
      members: members.map((node) => node.id),
    });
    this.groups().delete(id);
    for (const node of members) this.nodes().set(node.id, { ...node, group_id: null });
  }

  private restoreGroup(id: string): void {
    const removed = this.content.removed.get(id);
    if (removed?.kind !== "group" || this.content.groups.has(id)) return;
    this.groups().set(id, removed.group);
    this.dig("groups", id, removed.index);
    for (const member of removed.members) {
      const node = this.content.nodes.get(member);
      if (node !== undefined && node.group_id === null) this.nodes().set(member, { ...node, group_id: id });
    }
  }

  /** An id is used once: what was deleted comes back by being restored. */
  private isNew(id: string): boolean {
    return subjectOf(this.content, id) === undefined && !this.content.removed.has(id);
  }

  private set(part: Partial<Content>): void {
    this.content = { ...this.content, ...part };
  }

  private nodes(): Map<string, Node> {
    return this.writable("nodes", this.content.nodes);
  }

  private groups(): Map<string, Group> {
    return this.writable("groups", this.content.groups);
  }

  private annotations(): Map<string, Annotation> {
    return this.writable("annotations", this.content.annotations);
  }

  private writable<T>(
    name: "nodes" | "groups" | "annotations" | "removed",
    map: ReadonlyMap<string, T>,
  ): Map<string, T> {
    if (this.own.has(name)) return map as Map<string, T>;
    this.own.add(name);
    const copy = new Map(map);
    this.set({ [name]: copy });
    return copy;
  }

  private bury(id: string, removed: Removed): void {
    this.writable("removed", this.content.removed).set(id, removed);
  }

  private dig(place: "nodes" | "groups" | "annotations", id: string, index: number): void {
    this.writable("removed", this.content.removed).delete(id);
    this.returned[place].push({ id, index });
  }
}

function indexOf(map: ReadonlyMap<string, unknown>, id: string): number {
  let index = 0;
  for (const each of map.keys()) {
    if (each === id) return index;
    index += 1;
  }
  return index;
}

function reordered<T>(map: ReadonlyMap<string, T>, returned: readonly Returned[]): Map<string, T> {
  const back = new Set(returned.map(({ id }) => id));
  const ids = [...map.keys()].filter((id) => !back.has(id));
  for (const { id, index } of returned) ids.splice(Math.min(index, ids.length), 0, id);
  const result = new Map<string, T>();
  for (const id of ids) {
    const value = map.get(id);
    if (value !== undefined) result.set(id, value);
  }
  return result;
}
