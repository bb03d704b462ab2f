import { Container } from "inkjs/engine/Container";
import type { InkObject } from "inkjs/engine/Object";

/** The path of a container as text: what stands for it until its nodes are known. */
export function pathOf(container: Container): string {
  const known = paths.get(container);
  if (known !== undefined) return known;
  const path = container.path.toString();
  paths.set(container, path);
  return path;
}

const paths = new WeakMap<Container, string>();

/** The place of a container among the content of its parent; -1 for one that is only named there. */
export function indexOf(container: Container): number {
  const { parent } = container;
  if (!(parent instanceof Container)) return -1;
  let known = indexes.get(parent);
  if (known === undefined) {
    known = new Map(parent.content.map((each, index) => [each, index]));
    indexes.set(parent, known);
  }
  return known.get(container) ?? -1;
}

const indexes = new WeakMap<Container, ReadonlyMap<InkObject, number>>();
