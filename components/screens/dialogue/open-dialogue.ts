import { pointAt } from "../../editor/canvas/surface/viewport-address.ts";
import type { Node } from "../../editor/model/model.ts";
import type { DialogueSession } from "../../editor/session/dialogue-session.ts";
import { closeSide, ROOMY, type ViewStore } from "../../editor/store/view-state.ts";
import type { OpenDialogue, OpenNode } from "../../frame/project/open-dialogue.ts";
import { NARROW } from "../../ui/use-narrow.ts";

const nodes = new WeakMap<Node, OpenNode>();

function nodeOf(node: Node): OpenNode {
  const known = nodes.get(node);
  if (known !== undefined) return known;
  const title = node.title ?? "";
  const text = node.text ?? "";
  const branches = node.branches.map((branch) => branch.choice_text).filter(Boolean);
  const made = {
    id: node.id,
    title: title === "" ? text.slice(0, 80) : title,
    detail: [node.speaker_label ?? "", title === "" ? "" : text, ...branches].filter(Boolean).join(" · "),
  };
  nodes.set(node, made);
  return made;
}

/** The open dialogue for the palette and the search over all dialogues. */
export function openDialogue(session: DialogueSession, view: ViewStore): OpenDialogue {
  return {
    graphId: session.store.getState().graph.id,
    nodes: () => [...session.store.getState().nodes.values()].map(nodeOf),
    reveal: (id) => session.reveal(id),
    show: (subjectId) => show(session, view, subjectId),
  };
}

/**
 * Selects something of the open dialogue and brings it into view; null is the dialogue itself, which the inspector shows.
 * Groups and notes are drawn on the canvas alone; on a phone, which has none, the inspector says what they are.
 */
function show(session: DialogueSession, view: ViewStore, id: string | null): void {
  // A search that lies over the words makes way for them.
  if (window.innerWidth < ROOMY || id === null) closeSide(view);
  if (id === null) {
    session.select([]);
    view.setState({ side: "inspector" });
    return;
  }
  const isNode = session.store.getState().nodes.has(id);
  if (!isNode && window.matchMedia(NARROW).matches) {
    view.setState({ side: "inspector" });
  } else if (!isNode && view.getState().view === "script") {
    // The canvas is not there yet: it will look for this in the address.
    pointAt(id);
    view.setState({ view: "canvas" });
  }
  session.reveal(id);
}
