import { pointAt } from "../../editor/canvas/viewport-address.ts";
import type { DialogueSession } from "../../editor/store/session.ts";
import type { ViewStore } from "../../editor/store/view-state.ts";
import { closeSide, ROOMY } from "../../screens/dialogue/close-side.ts";
import { NARROW } from "../../ui/use-narrow.ts";

/**
 * Selects something of the open dialogue and brings it into view; null is the dialogue itself, which the inspector shows.
 * Groups and notes are drawn on the canvas alone; on a phone, which has none, the inspector says what they are.
 */
export function showFound(session: DialogueSession, view: ViewStore, id: string | null): void {
  // A search that lies over the words makes way for them.
  if (window.innerWidth < ROOMY || id === null) closeSide(view);
  if (id === null) {
    session.select([]);
    view.setState({ side: "inspector" });
    return;
  }
  const isCard = session.store.getState().nodes.has(id);
  if (!isCard && window.matchMedia(NARROW).matches) {
    view.setState({ side: "inspector" });
  } else if (!isCard && view.getState().view === "script") {
    // The canvas is not there yet: it will look for this in the address.
    pointAt(id);
    view.setState({ view: "canvas" });
  }
  session.reveal(id);
}
