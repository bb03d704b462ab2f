import type { Container } from "inkjs/engine/Container";

/** The path of a container as text: what stands for it until its nodes are known. */
export function pathOf(container: Container): string {
  const known = paths.get(container);
  if (known !== undefined) return known;
  const path = container.path.toString();
  paths.set(container, path);
  return path;
}

const paths = new WeakMap<Container, string>();
