"use client";

import { createContext } from "react";

/** A card as what is typed finds it; the same object as long as the card is the same. */
export interface OpenNode {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
}

/** The dialogue that is open on this screen, as the palette and the search know it. */
export interface OpenDialogue {
  readonly graphId: string;
  nodes(): readonly OpenNode[];
  /** Selects a card and brings it into view. */
  reveal(nodeId: string): void;
  /** Shows a card, group or note that a search found, as the search makes way for it; null is the dialogue itself. */
  show(subjectId: string | null): void;
}

/** Null on pages without a dialogue. */
export const OpenDialogueContext = createContext<OpenDialogue | null>(null);
