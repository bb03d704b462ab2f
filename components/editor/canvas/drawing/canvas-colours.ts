import { COLORS, isColor, NODE_KINDS, type NodeKind } from "#domain/dialogue/wire.ts";
import type { CanvasColours } from "./overview-paint.ts";

/**
 * Reads the tokens as colours a picture can be painted with. `light-dark()` is only resolved where it is used, so each is
 * put on an element and read back.
 */
export function readColours(host: HTMLElement): CanvasColours {
  const probe = document.createElement("span");
  probe.style.display = "none";
  host.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  // The style sheet says which colour a kind has; a node of that kind is asked.
  const kindOf = (kind: NodeKind): string => {
    probe.className = "cv-node";
    probe.dataset.kind = kind;
    return read("kind");
  };
  const groups = new Map<string, string>(COLORS.map((color) => [color, read(`group-${color}`)]));
  const neutral = groups.get("neutral") ?? read("ink-3");
  const colours: CanvasColours = {
    paper: read("canvas"),
    panel: read("panel"),
    line: read("line"),
    lineStrong: read("line-strong"),
    ink: read("ink"),
    ink2: read("ink-2"),
    ink3: read("ink-3"),
    accent: read("selection"),
    mark: read("warn"),
    error: read("error"),
    warn: read("warn"),
    ok: read("ok"),
    fonts: { interface: getComputedStyle(host).fontFamily },
    kinds: Object.fromEntries(NODE_KINDS.map((kind) => [kind, kindOf(kind)])) as Record<NodeKind, string>,
    group: (color) => (isColor(color) ? (groups.get(color) ?? neutral) : neutral),
  };
  probe.remove();
  return colours;
}

/** Calls back when the page's colours change: by the reader's system, by their branch, or by forced colours. */
export function onInksChange(listener: () => void): () => void {
  const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"].map((query) =>
    window.matchMedia(query),
  );
  for (const query of queries) query.addEventListener("change", listener);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
    observer.disconnect();
  };
}
