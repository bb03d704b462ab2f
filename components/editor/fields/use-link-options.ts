import { useState } from "react";
import { searchForm } from "#domain/search-form.ts";
import type { PlacedModel } from "../gestures/place.ts";
import { nodesNamed, typedLink } from "../gestures/type-link.ts";
import type { LinkOption } from "./link-list.tsx";

/** More than this is narrowed by typing on. */
const MOST = 8;

/** The nodes offered for the arrow at the end of a text, and which of them the keys are at. */
export function useLinkOptions(text: string, isOn: boolean, model: () => PlacedModel, nodeId: string) {
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const link = isOn ? typedLink(text) : null;
  const isOpen = link !== null && dismissed !== text;
  const options = isOpen ? optionsFor(model(), link.name, nodeId) : [];
  const at = Math.min(active, Math.max(0, options.length - 1));
  return {
    options,
    active: at,
    setActive,
    chosen: options[at] ?? null,
    /** Whether the person said that this arrow is no link. */
    isDismissed: dismissed === text,
    dismiss: () => setDismissed(text),
    step: (by: 1 | -1) => setActive((at + by + options.length) % Math.max(1, options.length)),
  };
}

function optionsFor(model: PlacedModel, name: string, nodeId: string): LinkOption[] {
  const nodes = nodesNamed(model, name, MOST + 1).filter(({ id }) => id !== nodeId);
  const known = nodes.some(({ title }) => title !== null && searchForm(title.trim()) === searchForm(name));
  return [
    ...nodes.slice(0, MOST).map((node): LinkOption => ({ id: node.id, node })),
    ...(name !== "" && !known ? [{ id: "new" as const, name }] : []),
  ];
}
