"use client";

import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { StatusFilter } from "#domain/dialogue/line-status.ts";
import type { Goal } from "#domain/runtime/seek.ts";
import { focusHome } from "../../ui/home.ts";

type DialogueView = "canvas" | "script";
export type InspectorTab = "write" | "logic" | "uses" | "history";
/** Panel at the right of the dialogue. */
export type SidePanel =
  | "inspector"
  | "player"
  | "readings"
  | "search"
  | "moments"
  | "paths"
  | "heat"
  | "knowledge"
  | "score"
  | null;

/** Field in which the floating editor is open. */
export interface Editing {
  readonly nodeId: string;
  /** `test`: the conditions of a branch as text; `changes`: what happens on entering the node. */
  readonly field: "text" | "title" | "speaker" | "choice_text" | "test" | "changes";
  readonly branchId: string | null;
  /** A branch whose words are asked for once these are written: Enter goes on there. */
  readonly asksNext?: string;
}

/** View of the open dialogue; never recorded, never undone. */
interface ViewState {
  readonly view: DialogueView;
  readonly side: SidePanel;
  readonly inspectorTab: InspectorTab;
  readonly outlineOpen: boolean;
  readonly problemsOpen: boolean;
  /** Whether only nodes with problems keep their colours. */
  readonly problemsOnly: boolean;
  /** Status of the nodes that keep their colours; null for all. */
  readonly statusOnly: StatusFilter | null;
  /** Whether only nodes with open comments keep their colours. */
  readonly commentedOnly: boolean;
  readonly findOpen: boolean;
  readonly editing: Editing | null;
  /** Start of an edge whose end is being chosen. */
  readonly connecting: { readonly nodeId: string; readonly branchId: string | null } | null;
  /** The end for which another dialogue, or one of its nodes, is being chosen. */
  readonly jumping: { readonly nodeId: string; readonly branchId: string | null } | null;
  /** Nodes that a preview, a find or a playthrough marks, by id; each view paints them. */
  readonly marked: ReadonlySet<string>;
  /** The playthrough's way so far, as branch ids; empty without one. */
  readonly path: readonly string[];
  /** Marks of what players did, in words by the ids of cards and branches; empty while it is not shown. */
  readonly heat: ReadonlyMap<string, string>;
  /** The share link whose readers' paths are looked at; null for none. */
  readonly pathsOf: string | null;
  /** Node at which the player starts; null for the dialogue's start. */
  readonly playFrom: string | null;
  /** Goal of a search shown in place of the player; null for none. */
  readonly seeking: Goal | null;
  /** Node for whose comments the field is to be opened; null where it is not asked for. */
  readonly commenting: string | null;
  /** Counts playthroughs that were asked for: each begins anew. */
  readonly plays: number;
  /** Groups that are folded, on this device only. */
  readonly folded: ReadonlySet<string>;
}

export type ViewStore = StoreApi<ViewState>;

export function createViewStore(view: DialogueView): ViewStore {
  return createStore<ViewState>(() => ({
    view,
    side: "inspector",
    inspectorTab: "write",
    outlineOpen: true,
    problemsOpen: false,
    problemsOnly: false,
    statusOnly: null,
    commentedOnly: false,
    findOpen: false,
    editing: null,
    connecting: null,
    jumping: null,
    marked: new Set(),
    path: [],
    heat: new Map(),
    pathsOf: null,
    playFrom: null,
    seeking: null,
    commenting: null,
    plays: 0,
    folded: new Set(),
  }));
}

export const ViewContext = createContext<ViewStore | null>(null);

/** The screen's own state: `useViewStore().setState({ problemsOpen: true })`. */
export function useViewStore(): ViewStore {
  const store = use(ViewContext);
  if (store === null) throw new Error("used outside a dialogue");
  return store;
}

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(useViewStore(), select);
}

/** Narrower windows have no room for a panel beside the words: `--breakpoint-lg`, in pixels at the usual text size. */
export const ROOMY = 1_024;

const CLOSED = "fabula.inspector-closed";

/** Whether the inspector stands beside the words by itself: where there is room, unless it was closed on this device. */
export function hasInspector(): boolean {
  try {
    return window.innerWidth >= ROOMY && localStorage.getItem(CLOSED) === null;
  } catch {
    return window.innerWidth >= ROOMY;
  }
}

/** Opens or closes the inspector as a person asked for it, which is remembered where there is room for it. */
export function showInspector(view: ViewStore, isShown: boolean): void {
  view.setState({ side: isShown ? "inspector" : null });
  if (window.innerWidth < ROOMY) return;
  try {
    if (isShown) localStorage.removeItem(CLOSED);
    else localStorage.setItem(CLOSED, "1");
  } catch {
    // Without storage, it is there again in the next dialogue.
  }
}

/** Closes what stands at the side; the inspector comes back where it stands by itself, and the focus goes to the dialogue. */
export function closeSide(view: ViewStore): void {
  view.setState({ side: hasInspector() ? "inspector" : null, seeking: null });
  focusHome();
}

/** Opens the inspector where a comment on a card is written. */
export function commentOn(view: ViewStore, nodeId: string): void {
  view.setState({ side: "inspector", inspectorTab: "write", commenting: nodeId });
}

/** Looks for a way from the start to a card or a choice, and plays it. */
export function showHowToGetTo(view: ViewStore, goal: Goal): void {
  view.setState({ side: "player", seeking: goal });
}
