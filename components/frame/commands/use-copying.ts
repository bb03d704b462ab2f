"use client";

import { showToast } from "../../ui/toast.ts";
import { useCommandHandlers } from "./use-command-handlers.ts";

/** Subject with an address and an id, either of which can be copied. */
export interface Copyable {
  /** Name in messages: "“The gate”", "this page". */
  readonly words: string;
  /** Path from the root; null for a subject without an address. */
  readonly href: string | null;
  readonly id: string | null;
}

/** An address as others open it: absolute, and at the moment that is looked at here. */
function absolute(href: string): string {
  const url = new URL(href, window.location.href);
  const at = new URLSearchParams(window.location.search).get("at");
  if (at !== null && !url.searchParams.has("at")) url.searchParams.set("at", at);
  return url.href;
}

async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: said });
  } catch {
    showToast({ text: `The browser does not allow copying. Copy it from here: ${text}` });
  }
}

/** Puts the address of something on the clipboard, and says so. */
export function copyLink({ words, href }: Copyable): void {
  if (href !== null) void copy(absolute(href), `Link to ${words} copied.`);
}

/** Puts the id of something on the clipboard, and says so. */
export function copyId({ words, id }: Copyable): void {
  if (id !== null) void copy(id, `ID of ${words} copied: ${id}`);
}

/**
 * Does "Copy link" and "Copy ID" while mounted; the last one mounted is asked. `subject` answers what is meant at the time, null where
 * there is nothing.
 */
export function useCopying(subject: () => Copyable | null): void {
  const act = (does: (meant: Copyable) => void, lacks: (meant: Copyable) => boolean, what: string) => () => {
    const meant = subject();
    if (meant === null || lacks(meant)) showToast({ text: `There is no ${what} to copy here.` });
    else does(meant);
  };
  useCommandHandlers({
    "copy.link": act(copyLink, ({ href }) => href === null, "link"),
    "copy.id": act(copyId, ({ id }) => id === null, "ID"),
  });
}
