import type { DialogueSession } from "../session/dialogue-session.ts";
import type { ViewStore } from "../store/view-state.ts";

/** Selector of the fields of the selected node, besides the one over the canvas. */
const FIELDS = "aside[aria-label='Inspector'], [data-command-scope='script'] section";
/** Selector of popups, which belong to the field they open over. */
const OVER = "[role='listbox'], [role='dialog'], [role='menu'], [role='option']";

/** Calls back with the node that is being written, whenever that is another, and with null when it was left. Answers how to stop. */
export function followWrittenNode(
  { store }: Pick<DialogueSession, "store">,
  view: ViewStore,
  tell: (nodeId: string | null) => void,
): () => void {
  let isInFields = isIn(document.activeElement, FIELDS);
  const read = () => {
    const { active, nodes } = store.getState();
    const { editing } = view.getState();
    const id = editing?.nodeId ?? (isInFields ? active : null);
    tell(id !== null && nodes.has(id) ? id : null);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || isIn(target, OVER)) return;
    isInFields = isIn(target, FIELDS) && isField(target);
    read();
  };
  const stopStore = store.subscribe((state, before) => {
    if (state.active !== before.active) read();
  });
  const stopView = view.subscribe((state, before) => {
    if (state.editing !== before.editing) read();
  });
  document.addEventListener("focusin", onFocus);
  read();
  return () => {
    stopStore();
    stopView();
    document.removeEventListener("focusin", onFocus);
  };
}

const isIn = (element: Element | null, where: string): boolean => element?.closest(where) != null;

/** Whether something is written or chosen there; buttons and tabs are passed on the way. */
const isField = (element: Element): boolean =>
  element.matches("input, textarea, select, [role='combobox'], [contenteditable]") ||
  element.closest("fieldset, ol") !== null;
