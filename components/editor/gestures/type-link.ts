import { nodeName } from "#domain/dialogue/names.ts";
import { searchForm } from "#domain/search-form.ts";
import type { Model, Node } from "../model/model.ts";
import { leadTo, portOf } from "./connect.ts";
import { newNode, placed } from "./create-node.ts";
import { type Gesture, quoted } from "./gesture.ts";
import { within } from "./new-branch.ts";
import { type PlacedModel, positionAfter } from "./place.ts";

/** Text after an arrow at the end of a text, and the index of the arrow. */
export interface TypedLink {
  readonly name: string;
  readonly from: number;
}

// An arrow in the middle of a sentence is part of it: only the last line counts, and nothing may follow the name.
const ARROW = /(?:^|\s)(->|→)[^\S\n]*([^\n]*)$/u;
/** The longest title the record takes. */
const LONGEST = 500;

/** The link that is being typed at the end of a text: `Then go. -> Gate`. */
export function typedLink(text: string): TypedLink | null {
  const found = ARROW.exec(text);
  const [whole = "", arrow = "", name = ""] = found ?? [];
  if (found === null || name.includes("->") || name.length > LONGEST) return null;
  return { name: name.trim(), from: found.index + whole.indexOf(arrow) };
}

/** The text without the link typed at its end. */
export function withoutLink(text: string, link: TypedLink): string {
  return text.slice(0, link.from).trimEnd();
}

/** Nodes whose titles fit what was typed, those that begin with it first. */
export function nodesNamed(model: Model, name: string, limit: number): Node[] {
  return nodesCalled(model, name, limit, ({ title }) => title);
}

/** Nodes whose names fit what was typed: their titles, or the words they begin with. */
export function nodesCalled(
  model: Model,
  name: string,
  limit: number,
  nameOf: (node: Node) => string | null = nodeName,
): Node[] {
  const wanted = searchForm(name.trim());
  const starting: Node[] = [];
  const holding: Node[] = [];
  for (const node of model.nodes.values()) {
    const called = nameOf(node);
    if (called === null) continue;
    const at = searchForm(called).indexOf(wanted);
    if (at === 0) starting.push(node);
    else if (at > 0) holding.push(node);
  }
  return [...starting, ...holding].slice(0, limit);
}

/** The node of exactly this title, however it is written; the first made where several have it. */
export function nodeTitled(model: Model, name: string): Node | undefined {
  const wanted = searchForm(name.trim());
  return [...model.nodes.values()].find(({ title }) => title !== null && searchForm(title.trim()) === wanted);
}

/**
 * Follows a typed `-> name`: takes it out of the text, and leads the node to the node of that title, or to a new one to
 * the right that is called so.
 */
export function followTypedLink(model: PlacedModel, nodeId: string, text: string, target?: Node): Gesture | null {
  const node = model.nodes.get(nodeId);
  const link = typedLink(text);
  if (node === undefined || link === null || (link.name === "" && target === undefined)) return null;
  const write = { op: "node.update", id: nodeId, patch: { text: withoutLink(text, link) } } as const;
  const to = target ?? nodeTitled(model, link.name);
  if (to !== undefined) {
    return {
      label: `Connect ${quoted(node)} to ${quoted(to)}`,
      operations: [write, ...leadTo(model, portOf(model, nodeId), within(to.id))],
      said: `Connected to ${quoted(to)}.`,
    };
  }
  const drawn = newNode("line", { title: link.name, group_id: node.group_id });
  const made = placed(drawn, positionAfter(model, nodeId, drawn));
  return {
    label: `Add ‘${link.name}’ after ${quoted(node)}`,
    operations: [write, { op: "node.create", node: made }, ...leadTo(model, portOf(model, nodeId), within(made.id))],
    said: `Added ‘${link.name}’ and connected to it.`,
  };
}
