import { KIND_NAMES } from "#domain/dialogue/names.ts";
import type { BranchKind, NodeKind } from "#domain/dialogue/wire.ts";
import type { Node } from "../model/model.ts";

/** Field that a new node asks for first: its words, title, condition, changes, target, or the event it waits for. */
export type FirstAsked = "text" | "title" | "test" | "changes" | "target" | "event";

/** A kind of node as people make it. */
export interface MadeKind {
  readonly kind: NodeKind;
  readonly name: string;
  /** "a line", "an ending". */
  readonly made: string;
  /** Purpose of the kind, in one line. */
  readonly hint: string;
  /** Whether it is offered at once; the others are under "More". */
  readonly isCommon: boolean;
  readonly asks: FirstAsked;
  /** Kinds of the branches it is born with. */
  readonly born: readonly BranchKind[];
}

const made = (
  kind: NodeKind,
  of: string,
  hint: string,
  asks: FirstAsked,
  born: readonly BranchKind[] = [],
  isCommon = false,
): MadeKind => ({ kind, name: KIND_NAMES[kind], made: of, hint, isCommon, asks, born });

/** Kinds of nodes in the order in which they are offered: the common ones first, whose names begin with different letters. */
export const NODE_KINDS_MADE: readonly MadeKind[] = [
  made("line", "a line", "What someone says", "text", [], true),
  made("condition", "a check", "Goes on by what has happened", "test", ["auto", "else"], true),
  made("hub", "a hub", "Where choices come back to", "text", [], true),
  made("jump", "a jump", "Goes on at another card or dialogue", "target", ["auto"], true),
  made("end", "an ending", "Where the dialogue ends", "text", [], true),
  made("choice", "a choice card", "Puts a question to the player", "text"),
  made("talk", "a talk", "Lets the player say what comes to mind, and a character answer", "text"),
  made("instruction", "a change", "Changes variables, and goes on", "changes", ["auto"]),
  made("random", "a chance", "Goes on along one of its ways, by chance", "title", ["auto", "auto"]),
  made("detour", "a side scene", "Plays a scene, and comes back here", "title", ["auto", "else"]),
  made("return", "a way back", "Ends a side scene, and goes back", "title"),
  made("storylet_group", "a scene pool", "Plays the scene that fits best", "title", ["auto"]),
  made("subgraph", "an inner scene", "Plays another dialogue, and comes back here", "target", ["auto", "else"]),
  made("command", "a card that tells the game", "Tells the game to do something, and waits for it", "text"),
  made("wait_event", "a card that waits for the game", "Goes on when something happens in the game", "event", [
    "event",
  ]),
  made("entry", "an entry", "Where the dialogue can be entered", "text"),
];

const BY_KIND: ReadonlyMap<NodeKind, MadeKind> = new Map(NODE_KINDS_MADE.map((each) => [each.kind, each]));

/** A kind of node as people make it. */
export function madeKind(kind: NodeKind): MadeKind {
  const found = BY_KIND.get(kind);
  if (found === undefined) throw new Error(`no kind ${kind}`);
  return found;
}

/** "a line", "an ending". */
export function madeOf(kind: NodeKind): string {
  return madeKind(kind).made;
}

/** Kinds that are spoken by nobody. */
const STRUCTURE: ReadonlySet<NodeKind> = new Set([
  "condition",
  "instruction",
  "hub",
  "jump",
  "random",
  "detour",
  "return",
  "storylet_group",
  "subgraph",
  "command",
  "wait_event",
]);

/** Whether a node has a speaker, or may be given one. */
export function isSpoken({
  kind,
  speaker_id,
  speaker_label,
}: Pick<Node, "kind" | "speaker_id" | "speaker_label">): boolean {
  return !STRUCTURE.has(kind) || speaker_id !== null || speaker_label !== null;
}
