import type { Page } from "#domain/runtime/run.ts";

/** A playthrough as it is taken along to the canvas of another dialogue, or shown. */
export interface CarriedPlay {
  readonly projectId: string;
  /** The dialogue it began in. */
  readonly origin: string;
  /** The node it began at; null for the start. */
  readonly from: string | null;
  readonly pages: readonly Page[];
  readonly forced: ReadonlySet<string>;
  /** Goal that the pages lead to: they are played one after the other, without input. */
  readonly shows?: string;
}

let carried: { readonly to: string; readonly play: CarriedPlay } | null = null;

/** Takes a playthrough along to another dialogue, whose player goes on with it when it opens next. */
export function carryPlay(to: string, play: CarriedPlay): void {
  carried = { to, play };
}

/** The playthrough that was taken along to a dialogue; null where there is none. */
export function carriedTo(projectId: string, graphId: string): CarriedPlay | null {
  return carried?.to === graphId && carried.play.projectId === projectId ? carried.play : null;
}

/** Forgets what was taken along, once a player goes on with it or another one begins. */
export function dropCarried(): void {
  carried = null;
}
