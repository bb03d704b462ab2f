import { nodeName } from "#domain/dialogue/names.ts";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { matches, type Option } from "../../ui/option.ts";
import type { Node } from "../model/model.ts";
import { TYPE_WORDS } from "./value-text.ts";

/** The options that are neither a variable nor a node. */
export const THIS_NODE = "this";
export const ALL_NODES = "all";
export const DECLARE = "declare";

/** The variables that match, and the way to declare one that is not there. */
export function variableOptions(
  variables: Iterable<ProjectVariable>,
  query: string,
  mayDeclare: boolean,
): readonly Option[] {
  const all = [...variables].sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = all
    .filter(({ name, description }) => matches(name, query) || matches(description, query))
    .map(({ id, name, type }) => ({ value: id, label: name, hint: TYPE_WORDS[type].toLowerCase() }));
  const name = query.trim();
  if (!mayDeclare || all.some((each) => each.name === name)) return found;
  const label = name === "" ? "Declare a variable…" : `Declare “${name}”…`;
  return [...found, { value: DECLARE, label, isAction: true }];
}

/** The nodes that match, as what has visits. */
export function visitOptions(nodes: Iterable<Node>, query: string): readonly Option[] {
  const own: Option = { value: THIS_NODE, label: "this card", hint: "visits" };
  const options = [...nodes]
    .map((node): Option => ({ value: node.id, label: nodeName(node), hint: "visits" }))
    .filter(({ label }) => matches(label, query) || matches("visits", query));
  return query.trim() === "" || matches("this card", query) || matches("visits", query) ? [own, ...options] : options;
}
