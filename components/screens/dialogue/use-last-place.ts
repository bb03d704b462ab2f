"use client";

import { type RefObject, useEffect } from "react";
import { useDialogue } from "../../editor/session/dialogue-context.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { keepPlace, type LastPlace, lastPlaces } from "../../frame/project/last-places.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useSession } from "../../frame/session/session-provider.tsx";

/** Milliseconds for which a place stays the same before it is remembered. */
const SETTLES_MS = 300;
/** Milliseconds to wait for the field with the caret to appear. */
const PATIENCE_MS = 3_000;

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Remembers the card, the caret and the scroll position of a person in the open dialogue, and restores them on return
 * from an earlier moment, and with `?resume=1`. A dialogue whose address says nothing opens at that card.
 *
 * @param hasLookedBack whether an earlier moment was looked at since the dialogue's page opened; false again once that is answered.
 */
export function useLastPlace(hasLookedBack: RefObject<boolean>): void {
  const session = useDialogue();
  const project_id = useProjectId();
  const { userId } = useSession();
  const { at } = useMoment();

  useEffect(() => {
    // On the way back the dialogue of the earlier moment is still open for a while.
    if (at !== null || !session.isLive) return;
    const graph_id = session.store.getState().graph.id;
    const query = new URLSearchParams(window.location.search);
    const isAsked = query.get("resume") === "1";
    const place = lastPlaces(userId).find((each) => each.graph_id === graph_id);
    const isReturn = hasLookedBack.current;
    hasLookedBack.current = false;
    const goesBack = isReturn || isAsked;
    const stopReturning = place !== undefined && goesBack ? goBack(session, place, isReturn) : null;
    if (place !== undefined && !goesBack && query.size === 0) goTo(session, place.node_id, false);
    if (isAsked) {
      query.delete("resume");
      const { pathname, hash } = window.location;
      window.history.replaceState(window.history.state, "", `${pathname}${query.size === 0 ? "" : `?${query}`}${hash}`);
    }

    let last: LastPlace | null = stopReturning === null ? null : (place ?? null);
    let timer: ReturnType<typeof setTimeout> | null = null;
    const keep = () => {
      timer = null;
      const node_id = session.store.getState().active;
      // A button that was pressed has the focus now; the caret is still where it was written last in this node.
      const before = last?.node_id === node_id ? last : null;
      last = {
        project_id,
        graph_id,
        node_id,
        ...(caret() ?? caretOf(before)),
        scroll: scrolled(),
        at: new Date().toISOString(),
      };
      keepPlace(userId, last);
    };
    const notice = () => {
      if (timer === null) timer = setTimeout(keep, SETTLES_MS);
    };
    // What opened is the place until something else is, and comes first among those to go on with.
    notice();
    const unsubscribe = session.store.subscribe((state, before) => {
      if (state.active !== before.active) notice();
    });
    document.addEventListener("selectionchange", notice);
    document.addEventListener("scroll", notice, { capture: true, passive: true });
    window.addEventListener("pagehide", keep);
    return () => {
      stopReturning?.();
      if (timer !== null) clearTimeout(timer);
      unsubscribe();
      document.removeEventListener("selectionchange", notice);
      document.removeEventListener("scroll", notice, { capture: true });
      window.removeEventListener("pagehide", keep);
    };
  }, [session, project_id, userId, at, hasLookedBack]);
}

type Caret = Pick<LastPlace, "field" | "caret">;

/** The field that has the focus, and where the caret is in it; null where no field has. */
function caret(): Caret | null {
  const element = document.activeElement;
  const field = element?.getAttribute("data-field") ?? null;
  if (field === null) return null;
  const { selectionStart, selectionEnd } = element as Field;
  return { field, caret: [selectionStart ?? 0, selectionEnd ?? 0] };
}

const caretOf = (place: LastPlace | null): Caret => ({ field: place?.field ?? null, caret: place?.caret ?? null });

const scroller = (): Element | null => document.querySelector("[data-scroll=script]");

const scrolled = (): number => scroller()?.scrollTop ?? 0;

/** Selects what was active, if it is still there, and shows it. */
function goTo(session: ReturnType<typeof useDialogue>, node_id: string | null, isReturn: boolean): void {
  if (node_id === null || !session.store.getState().nodes.has(node_id)) return;
  // Whoever comes back has the part of the canvas that was looked at in the address.
  if (isReturn) session.select([node_id]);
  else session.reveal(node_id);
}

/** Selects what was active, scrolls the script to where it was, and puts the caret back as soon as its field is there. */
function goBack(
  session: ReturnType<typeof useDialogue>,
  { node_id, field, caret: range, scroll: top }: LastPlace,
  isReturn: boolean,
): () => void {
  goTo(session, node_id, isReturn);
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const attempt = () => {
    const script = scroller();
    if (script !== null && top > 0) script.scrollTop = top;
    const element = field === null ? null : document.querySelector<Field>(`[data-field="${CSS.escape(field)}"]`);
    if (element !== null) {
      element.focus({ preventScroll: true });
      if (range !== null) element.setSelectionRange(...range);
      element.scrollIntoView({ block: "nearest" });
    }
    const isThere = (field === null || element !== null) && (script === null || Math.abs(script.scrollTop - top) < 2);
    if (!isThere && performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  frame = requestAnimationFrame(attempt);
  return () => cancelAnimationFrame(frame);
}
