"use client";

import { useEffect } from "react";
import { focusHome, forgetHome, isHomeAwaited } from "./home.ts";

/** Elements that can have the focus. */
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable='true']";
const FIELDS = "input, select, textarea, [contenteditable='true']";
/** Windows over the page that are open. */
const WINDOWS = "[role=dialog][data-open], [role=alertdialog][data-open]";
/** Parts of a page that stand for themselves. */
const PARTS = "section, form, fieldset, aside, [role=group], [role=region], [role=tabpanel], [role=dialog]";
const ROWS = "li, tr, [role=row], [role=option], [role=treeitem], [role=listitem]";

/** Number of elements that are remembered as having had the focus. */
const REMEMBERED = 20;
/** Number of controls up to which a part that replaced another is taken to be the same one in another form. */
const FEW = 3;

/** Place of an element that has gone. */
interface Gap {
  readonly parent: Element;
  readonly before: Node | null;
  readonly after: Node | null;
  readonly removed: Element;
}

/** Elements that had the focus, the last one first. */
let past: readonly HTMLElement[] = [];
/** Path of the page on which the last of them had it. */
let path = "";
let gap: Gap | null = null;
/** Whether the focus was lost because its element was moved or disabled for a while. */
let isComingBack = false;
/** Whether something was pressed just now, and no words were marked by it. */
let isPressed = false;
/** Keepers that are mounted: two for a moment, while one page follows another. */
let mounted = 0;
/** Stops what watches the page; null while nothing does. */
let stop: (() => void) | null = null;
let isSettling = false;

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function isStop(element: Element): boolean {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    element.matches(STOPS) &&
    !element.matches(":disabled, [type=hidden]") &&
    element.closest("[inert]") === null &&
    element.checkVisibility?.() !== false
  );
}

const stopsIn = (root: Element): readonly HTMLElement[] =>
  [root as HTMLElement, ...root.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);

const nameOf = (element: Element): string => element.getAttribute("aria-label") ?? element.textContent ?? "";

/** Whether two elements are rows of one list. */
function areAlike(a: Element, b: Element): boolean {
  const isRow = a.matches(ROWS) || a.className === b.className;
  return isRow && a.tagName === b.tagName && a.role === b.role;
}

/** Elements that now stand where the removed one stood. */
function replaced({ parent, before, after }: Gap): readonly Element[] {
  const all = [...parent.childNodes];
  const from = before === null ? 0 : all.indexOf(before as ChildNode) + 1;
  const to = after === null ? all.length : all.indexOf(after as ChildNode);
  if ((before !== null && from === 0) || to < from) return [];
  return all.slice(from, to).filter((node) => node instanceof Element);
}

/** The control of a neighbouring row that is what the lost one was in its own. */
function inNeighbour({ before, after, removed }: Gap, lost: HTMLElement): HTMLElement | undefined {
  const row = [after, before].find((node) => node instanceof Element && node.isConnected && areAlike(removed, node)) as
    | Element
    | undefined;
  if (row === undefined) return undefined;
  const at = [removed, ...removed.querySelectorAll(STOPS)].indexOf(lost);
  const same = [row as HTMLElement, ...row.querySelectorAll<HTMLElement>(STOPS)][at];
  return same !== undefined && isStop(same) ? same : stopsIn(row)[0];
}

/** Returns the element that has the focus once another one has gone; undefined for the home of the page. */
function nextOf(lost: HTMLElement, left: Gap): HTMLElement | undefined {
  if (left.removed.matches("[data-home]") || left.removed.querySelector("[data-home]") !== null) return undefined;
  const instead = replaced(left).flatMap(stopsIn);
  const same = instead.find((stop) => nameOf(stop) === nameOf(lost) && stop.tagName === lost.tagName);
  const neighbour = inNeighbour(left, lost);
  const opener = past.find((element) => element !== lost && isStop(element));
  const part = left.parent.closest(PARTS);
  const inPart = part === null ? undefined : stopsIn(part)[0];
  return (
    same ??
    // A button that gave way to what it opened leads to the first field of that.
    (left.removed === lost ? (instead.find((stop) => stop.matches(FIELDS)) ?? instead[0]) : undefined) ??
    (instead.length <= FEW ? instead[0] : undefined) ??
    neighbour ??
    (left.removed.matches(ROWS) ? (inPart ?? opener) : (opener ?? inPart))
  );
}

/** Returns the element that is to have the focus, the home of the page, or nothing where the focus stays. */
function destination(): HTMLElement | "home" | null {
  if (isHomeAwaited() && (isNowhere() || document.activeElement?.id === "main")) return "home";
  if (!isNowhere()) return null;
  const [lost] = past;
  if (lost === undefined || path !== window.location.pathname) return "home";
  // Whoever left it on purpose is not held.
  if (isStop(lost)) return isComingBack ? lost : isPressed ? "home" : null;
  if (lost.isConnected && lost.matches(":disabled")) {
    isComingBack = true;
    return null;
  }
  const next = gap === null || !gap.parent.isConnected ? undefined : nextOf(lost, gap);
  return next === undefined || openWindow()?.contains(next) === false ? "home" : next;
}

/** Gives the focus to where the next key is expected, where nothing has it. */
function settle(): void {
  isSettling = false;
  if (stop === null) return;
  const to = destination();
  isPressed = false;
  if (to === "home") goHome();
  else to?.focus({ preventScroll: true });
}

/** The topmost open window over the page. */
const openWindow = (): Element | undefined => [...document.querySelectorAll(WINDOWS)].at(-1);

function goHome(): void {
  const over = openWindow();
  if (over === undefined) focusHome();
  else {
    forgetHome();
    stopsIn(over)[0]?.focus({ preventScroll: true });
  }
}

function settleSoon(): void {
  if (isSettling) return;
  isSettling = true;
  // What opens or closes moves the focus itself, within this frame or the next.
  requestAnimationFrame(() => requestAnimationFrame(settle));
}

function onFocus({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  if (target.id !== "main") forgetHome();
  past = [target, ...past.filter((element) => element !== target)].slice(0, REMEMBERED);
  path = window.location.pathname;
  gap = null;
  isComingBack = false;
}

function onChange(records: readonly MutationRecord[]): void {
  const [lost] = past;
  for (const { target, removedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      if (lost === undefined || !(removed instanceof Element) || !removed.contains(gap?.parent ?? lost)) continue;
      if (lost.isConnected) isComingBack = true;
      else gap = { parent: target as Element, before: previousSibling, after: nextSibling, removed };
    }
  }
  if (isNowhere() || isHomeAwaited()) settleSoon();
}

/** Gives the focus to the page after a press on the link that skips to it, or on nothing, unless words were marked by that. */
function onPress(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a[href="#main"]') !== null) {
    event.preventDefault();
    goHome();
    return;
  }
  isPressed = window.getSelection()?.isCollapsed !== false;
  settleSoon();
}

/**
 * Keeps the focus from getting lost, so that keys always act: when its element goes, it goes on where that stood, to the next row, to
 * what opened the part that has closed, or to what the page is worked on in. Draws nothing.
 */
export function KeepFocus() {
  useEffect(() => {
    mounted += 1;
    if (isNowhere()) focusHome();
    stop ??= watchPage();
    return () => {
      mounted -= 1;
      // The keeper of the next page is mounted in the same turn.
      queueMicrotask(() => {
        if (mounted > 0) return;
        stop?.();
        stop = null;
      });
    };
  }, []);
  return null;
}

/** Watches the focus and what is removed from the page; returns what ends that. */
function watchPage(): () => void {
  past = document.activeElement instanceof HTMLElement && !isNowhere() ? [document.activeElement] : [];
  path = window.location.pathname;
  document.addEventListener("focusin", onFocus, true);
  document.addEventListener("click", onPress);
  const watch = new MutationObserver(onChange);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
  return () => {
    document.removeEventListener("focusin", onFocus, true);
    document.removeEventListener("click", onPress);
    watch.disconnect();
  };
}
