import type { layOut } from "#domain/layout.ts";

let layout: typeof layOut | null = null;

/** Fetches the layout ahead of the first nodes without a place; most dialogues have none, and open sooner without it. */
export async function fetchLayout(): Promise<void> {
  layout ??= (await import("#domain/layout.ts")).layOut;
}

/** The layout, once it is here. */
export function layoutHere(): typeof layOut | null {
  return layout;
}
