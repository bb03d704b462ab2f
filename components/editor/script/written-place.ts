import type { ScriptPlace } from "./elements.ts";

const WORDS = "[data-story]";
const CHOICE = "[data-branch] textarea";
/** Fields that writing goes through: a way on without words is none. */
const WRITTEN = `${WORDS}, [data-branch]:not([data-way]) textarea`;
const SPEAKER = "[data-speaker] input";

type Field = HTMLTextAreaElement | HTMLInputElement;

/** Returns the field of a place, within the section it is in; null where it is not there. */
function fieldAt(section: Element, { branchId, isSpeaker = false }: Omit<ScriptPlace, "nodeId">): Field | null {
  if (branchId !== null) return section.querySelector<Field>(`[data-branch="${CSS.escape(branchId)}"] textarea`);
  return section.querySelector<Field>(isSpeaker ? SPEAKER : WORDS);
}

/** Returns the place that a field is of; null for fields that are no part of the text. */
export function placeOf(nodeId: string, field: EventTarget | null): ScriptPlace | null {
  if (!(field instanceof HTMLTextAreaElement)) return null;
  if (field.matches(WORDS)) return { nodeId, branchId: null };
  const branchId = field.matches(CHOICE) ? field.closest<HTMLElement>("[data-branch]")?.dataset.branch : undefined;
  return branchId === undefined ? null : { nodeId, branchId };
}

/** Returns the field before or after another one in its section: its words, then the words of its choices. */
export function fieldBeside(field: HTMLTextAreaElement, step: 1 | -1): HTMLTextAreaElement | null {
  const all = [...(field.closest("section")?.querySelectorAll<HTMLTextAreaElement>(WRITTEN) ?? [])];
  return all[all.indexOf(field) + step] ?? null;
}

/** Puts the caret at the beginning or the end of a field. */
export function putCaret(field: Field, at: "start" | "end"): void {
  field.focus();
  const index = at === "start" ? 0 : field.value.length;
  field.setSelectionRange(index, index);
  field.scrollIntoView({ block: "nearest" });
}

/** Attempts at a field that comes with its section, one a frame. */
const PATIENCE = 30;

/** Puts the caret at a place as soon as its section is open. */
export function goToPlace(place: ScriptPlace, at: "start" | "end", attempts = PATIENCE): void {
  requestAnimationFrame(() => {
    const section = document.getElementById(`section-${place.nodeId}`);
    const field = section === null ? null : fieldAt(section, place);
    if (field !== null) putCaret(field, at);
    else if (attempts > 0) goToPlace(place, at, attempts - 1);
  });
}

/** Puts the caret into the last field of a section, or the first, as soon as it is open. */
export function goToSection(nodeId: string, at: "start" | "end", attempts = PATIENCE): void {
  requestAnimationFrame(() => {
    const fields = document.getElementById(`section-${nodeId}`)?.querySelectorAll<HTMLTextAreaElement>(WRITTEN);
    const field = fields === undefined ? undefined : [...fields].at(at === "start" ? 0 : -1);
    if (field !== undefined) putCaret(field, at);
    else if (attempts > 0) goToSection(nodeId, at, attempts - 1);
  });
}
