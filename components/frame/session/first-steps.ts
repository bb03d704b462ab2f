"use client";

import { useSyncExternalStore } from "react";
import { changeSignal } from "../../ui/change-signal.ts";

/** First steps of a newcomer, ticked by real events. */
export type FirstStep = "problem" | "ending" | "line";

/** First steps stored on this device. */
export interface FirstSteps {
  readonly done: readonly FirstStep[];
  readonly isDismissed: boolean;
  /** The question of the first visit was closed, or a project was begun. */
  readonly isWelcomed: boolean;
  /** Whether the welcome was asked for again. */
  readonly wantsWelcome: boolean;
  /** Sequence of the sample's project when it was first seen: what was done, was done after it. */
  readonly since: number | null;
}

const KEY = "fabula.first-steps";
const NEW: FirstSteps = { done: [], isDismissed: false, isWelcomed: false, wantsWelcome: false, since: null };
const changes = changeSignal();
let current: FirstSteps | null = null;

function read(): FirstSteps {
  if (current !== null) return current;
  try {
    current = { ...NEW, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<FirstSteps>) };
  } catch {
    current = NEW;
  }
  return current;
}

/** Remembers something; where nothing can be kept, for as long as the page is open. */
export function rememberFirstSteps(change: Partial<FirstSteps>): void {
  current = { ...read(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // The page goes on remembering.
  }
  changes.tell();
}

/** Whether home begins with the welcome: its doors lead into the sample, and elsewhere only for who asked for it. */
export function showsWelcome({ isWelcomed, wantsWelcome }: FirstSteps, hasSample: boolean): boolean {
  return !isWelcomed && (hasSample || wantsWelcome);
}

/** Shows the welcome again, or for the first time where there was nothing to show it for. */
export function askForWelcome(): void {
  rememberFirstSteps({ isWelcomed: false, wantsWelcome: true });
}

/** Has done with the welcome: it was closed, or there is a project of one's own to write in. */
export function closeWelcome(): void {
  rememberFirstSteps({ isWelcomed: true, wantsWelcome: false });
}

/** Says that a step was really taken. Calling it again changes nothing. */
export function tickFirstStep(step: FirstStep): void {
  const { done } = read();
  if (!done.includes(step)) rememberFirstSteps({ done: [...done, step] });
}

export function useFirstSteps(): FirstSteps {
  return useSyncExternalStore(changes.subscribe, read, () => NEW);
}
