import type { Page } from "@playwright/test";
import type { Branch, DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode } from "#domain/dialogue/wire.ts";
import { expect, workspace } from "./story.ts";
import { ask, tell } from "./studio-calls.ts";

/** A dialogue as the server has it. */
export type StoredDialogue = DialogueGraph & {
  readonly nodes: readonly DialogueNode[];
  readonly groups: readonly DialogueGroup[];
  readonly annotations: readonly DialogueAnnotation[];
};

/** A dialogue that one story made for itself in The Salt Gate, and how to ask the server about it. */
export interface OwnDialogue {
  readonly id: string;
  readonly url: string;
  /** Reads the dialogue from the server. */
  recorded(): Promise<StoredDialogue>;
  /** Waits until the server has what is expected; the studio sends in its own time. */
  expectRecorded(check: (recorded: StoredDialogue) => void): Promise<void>;
}

/** Makes a dialogue, with nodes if any, for somebody who is signed in; in The Salt Gate unless another project is named. */
export async function makeDialogue(
  page: Page,
  name: string,
  nodes: readonly object[] = [],
  inProject?: string,
): Promise<OwnDialogue> {
  const project_id = inProject ?? workspace().project;
  const { id } = await tell<{ id: string }>(page, "dialogues.create", { project_id, name });
  if (nodes.length > 0) {
    const operations = nodes.map((node) => ({ op: "node.create", node }));
    await tell(page, "dialogues.batch", {
      project_id,
      graph_id: id,
      batch_id: `story-${id.slice(4)}`,
      gestures: [{ label: "Begin", operations }],
    });
  }
  const recorded = () => ask<StoredDialogue>(page, "dialogues.get", { project_id, graph_id: id });
  return {
    id,
    url: `/projects/${project_id}/dialogues/${id}`,
    recorded,
    expectRecorded: (check) => expect(async () => check(await recorded())).toPass({ timeout: 20_000 }),
  };
}

/** The dialogue that the page is at, as the server has it. */
export function recordedAt(page: Page): Promise<StoredDialogue> {
  const graph_id = /\/dialogues\/(dlg_\w+)/.exec(page.url())?.[1] ?? "";
  return ask<StoredDialogue>(page, "dialogues.get", { project_id: workspace().project, graph_id });
}

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
let made = 0;

/** An id of the record's form that no other has. */
export function idOf(prefix: "node" | "br" | "ef"): string {
  made += 1;
  const tail = `${Date.now().toString(32)}${made.toString(32).padStart(4, "0")}`;
  return `${prefix}_${tail.replaceAll(/./g, (digit) => DIGITS[Number.parseInt(digit, 32)] ?? "0").padStart(26, "0")}`;
}

/** A node at a place, with branches that lead to others. */
export function nodeAt(
  x: number,
  y: number,
  fields: Partial<DialogueNode> & { id?: string } = {},
): object & { id: string } {
  return { id: idOf("node"), canvas_x: x, canvas_y: y, ...fields };
}

/** A branch that leads to a node, or nowhere. */
export function choice(choice_text: string, target_node_id: string | null): Pick<Branch, "id"> & Partial<Branch> {
  return { id: idOf("br"), choice_text, target_node_id };
}

/** The node that begins so. */
export function nodeOf(recorded: StoredDialogue, words: string): DialogueNode {
  const found = recorded.nodes.find(({ title, text }) => title === words || text.startsWith(words));
  if (found === undefined) throw new Error(`no card says “${words}”`);
  return found;
}

/** Returns the title, else the text, of each node that the branches of a node lead to; the id of one that is gone. */
export function leadsTo(recorded: StoredDialogue, words: string): (string | null)[] {
  return nodeOf(recorded, words).branches.map(({ target_node_id }) => {
    const target = recorded.nodes.find(({ id }) => id === target_node_id);
    return target === undefined ? target_node_id : (target.title ?? target.text);
  });
}
