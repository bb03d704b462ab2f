import type { Steps } from "../steps.ts";
import { isOver, type Misstep, type RunAction, replaying } from "./log.ts";
import { type Halt, offersOf, type Page } from "./run.ts";
import type { Beginning } from "./state.ts";
import type { PlayedDialogue } from "./story.ts";

/**
 * Line of a playthrough's transcript: a text, a command to the game, a choice that was taken, or the state at the end.
 */
export type ReadingLine = {
  readonly kind: "said" | "told" | "chosen" | "halt";
  /** Number of steps done before the line. */
  readonly step: number;
  readonly graph_id: string | null;
  /** The node it is read at; null where there is none. */
  readonly node_id: string | null;
  /** The branch of what was chosen; null for the rest. */
  readonly branch_id: string | null;
  /** Text of the line; of a halt its state: `open` where the play goes on. */
  readonly text: string;
  readonly speaker_id: string | null;
  readonly speaker_label: string | null;
};

/** A playthrough that can be done again. */
export interface Reading {
  readonly beginning: Beginning;
  /** The node it begins at; the dialogue's start with null. */
  readonly from: string | null;
  readonly actions: readonly RunAction[];
}

/** Speaker and dialogue of a node. */
export interface SpokenNode {
  readonly graph_id: string;
  readonly speaker_id: string | null;
  readonly speaker_label: string | null;
}

/** Reason why a reading cannot be played to its end: an action is refused, or its first node is missing. */
export type ReadingMisstep = Misstep | "start_gone";

/** A reading played: what was read, and where it could not go on, if it could not. */
export interface ReadThrough {
  readonly lines: readonly ReadingLine[];
  readonly misstep: { readonly step: number; readonly reason: ReadingMisstep } | null;
}

/** Outcome of replaying a reading: it is the same, a line differs, or it cannot be played, each with the step. */
export type ReadingOutcome =
  | { readonly state: "same" }
  | {
      readonly state: "diverged";
      readonly step: number;
      readonly kept: ReadingLine | null;
      readonly now: ReadingLine | null;
    }
  | {
      readonly state: "unplayable";
      readonly step: number;
      readonly reason: ReadingMisstep;
      /** The line that would have come next. */
      readonly kept: ReadingLine | null;
    };

/** Plays a reading in a story as it is, a page a step, and tells what is read. The same story and reading come to the same lines. */
export function* readThrough(
  dialogue: PlayedDialogue,
  { beginning, from, actions }: Reading,
  nodes: ReadonlyMap<string, SpokenNode>,
): Steps<ReadThrough> {
  if (from !== null && !dialogue.nodes.has(from)) return { lines: [], misstep: { step: 0, reason: "start_gone" } };
  const lines: ReadingLine[] = [];
  let before: Page | undefined;
  let step = 0;
  const misstep = yield* replaying(dialogue, { beginning: { ...beginning, from }, actions }, (page) => {
    lines.push(...chosenAt(before, actions[step - 1], step), ...saidOn(page, step, nodes));
    before = page;
    step += 1;
  });
  if (misstep !== null) return { lines, misstep: { step: misstep.index + 1, reason: misstep.reason } };
  const last = before as Page | undefined;
  return { lines: last === undefined ? lines : [...lines, haltOf(last, actions.length)], misstep: null };
}

/** Compares what is read now with what was read when a reading was kept: words and speakers count, ids do not. */
export function compareReading(kept: readonly ReadingLine[], { lines, misstep }: ReadThrough): ReadingOutcome {
  for (const [index, now] of lines.entries()) {
    const before = kept[index] ?? null;
    if (before === null || !readsTheSame(before, now))
      return { state: "diverged", step: Math.min(before?.step ?? now.step, now.step), kept: before, now };
  }
  const next = kept[lines.length] ?? null;
  if (misstep !== null && (next === null || next.step >= misstep.step))
    return { state: "unplayable", ...misstep, kept: next };
  return next === null ? { state: "same" } : { state: "diverged", step: next.step, kept: next, now: null };
}

/**
 * The first line that is another than when a reading was kept, by its place among them; null where it reads as it did. One that cannot
 * be played on is another at the line that would have come next.
 */
export function firstOtherLine(kept: readonly ReadingLine[], through: ReadThrough): number | null {
  if (compareReading(kept, through).state === "same") return null;
  const other = through.lines.findIndex((_, index) => !isLineSame(kept, through, index));
  return other === -1 ? through.lines.length : other;
}

/** Whether a line of a reading is as it was kept; a line that neither has is. */
export function isLineSame(kept: readonly ReadingLine[], { lines }: ReadThrough, index: number): boolean {
  const [before, now] = [kept[index], lines[index]];
  return before === undefined || now === undefined ? before === now : readsTheSame(before, now);
}

/** The dialogues that a reading came through, the one it begins in first. */
export function dialoguesOf(graphId: string, lines: readonly ReadingLine[]): string[] {
  return [...new Set([graphId, ...lines.flatMap(({ graph_id }) => graph_id ?? [])])];
}

function readsTheSame(a: ReadingLine, b: ReadingLine): boolean {
  return a.kind === b.kind && a.text === b.text && a.speaker_id === b.speaker_id && a.speaker_label === b.speaker_label;
}

const SILENT = { branch_id: null, speaker_id: null, speaker_label: null };

function chosenAt(before: Page | undefined, action: RunAction | undefined, step: number): ReadingLine[] {
  if (before === undefined || action === undefined) return [];
  const { at } = before.state;
  const place = { step, graph_id: at?.graph ?? null, node_id: at?.node ?? null };
  if ("choose" in action) {
    const offer = offersOf(before.halt).find(({ branch }) => branch.id === action.choose);
    return [{ ...SILENT, ...place, kind: "chosen", branch_id: action.choose, text: offer?.text ?? "" }];
  }
  const { event } = action.answer;
  return event === undefined ? [] : [{ ...SILENT, ...place, kind: "chosen", text: event }];
}

function saidOn({ said, halt, state }: Page, step: number, nodes: ReadonlyMap<string, SpokenNode>): ReadingLine[] {
  const lines = said.map(({ node, text }): ReadingLine => {
    const { graph_id = null, speaker_id = null, speaker_label = null } = nodes.get(node) ?? {};
    return { kind: "said", step, graph_id, node_id: node, branch_id: null, text, speaker_id, speaker_label };
  });
  if (halt.kind !== "command") return lines;
  const graph_id = state.at?.graph ?? null;
  return [...lines, { ...SILENT, kind: "told", step, graph_id, node_id: halt.nodeId, text: halt.text }];
}

function haltOf(page: Page, step: number): ReadingLine {
  const { at } = page.state;
  const text = isOver(page) ? nameOf(page.halt) : "open";
  return { ...SILENT, kind: "halt", step, graph_id: at?.graph ?? null, node_id: at?.node ?? null, text };
}

function nameOf(halt: Halt): string {
  return halt.kind === "leaves" ? `leaves ${halt.graphId}` : halt.kind;
}
