"use client";

import { createContext, use } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { LiveStatus, PresentPerson } from "./live-message.ts";

/** People in the project, and whether the list is current. */
export interface PresenceState {
  readonly status: LiveStatus;
  /** Windows of all people, this one included. */
  readonly people: readonly PresentPerson[];
}

export type PresenceStore = StoreApi<PresenceState>;

/** Creates the store that {@link openLive} fills: `onPresence: (people) => store.setState({ people })`. */
export function createPresenceStore(): PresenceStore {
  return createStore<PresenceState>(() => ({ status: "connecting", people: [] }));
}

export const PresenceContext = createContext<PresenceStore | null>(null);

const NOBODY = createPresenceStore();

/** Part of what is known of others; of nobody, where no project is followed. */
export function usePresence<T>(select: (state: PresenceState) => T): T {
  return useStore(use(PresenceContext) ?? NOBODY, select);
}

/** The windows of others in this dialogue that are on this node. */
export function usePresenceOnNode(clientId: string, nodeId: string): readonly PresentPerson[] {
  return usePresence(
    useShallow((state) => state.people.filter((each) => each.node_id === nodeId && each.client_id !== clientId)),
  );
}
