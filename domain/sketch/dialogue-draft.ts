import { BRANCH_DEFAULTS, TERMINAL_KIND } from "../dialogue/wire.ts";
import { begin, choose, openOffers, type Page } from "../runtime/run.ts";
import type { PlayedDialogue, PlayNode } from "../runtime/story.ts";
import { checkGraph } from "../structural-checks.ts";

/** A choice of a drafted card. */
export type DraftBranch = {
  text: string;
  /** Key of the card it leads to. */
  to: string;
};

/** A card of a drafted dialogue; what it is called by holds only within the draft. */
export type DraftNode = {
  key: string;
  kind: "line" | "end";
  /** Entity that speaks; null for the narrator. */
  speaker_id: string | null;
  title: string;
  text: string;
  choices: DraftBranch[];
  /** Facts it was made of. */
  fact_ids: string[];
};

/** A branching dialogue before it has ids: what the built-in and a model answer alike. */
export type DialogueDraft = {
  title: string;
  /** Text of the choice that leads into it, where it goes on from a card. */
  entry: string;
  /** Key of the first card. */
  start: string;
  cards: DraftNode[];
};

/** Issue that keeps a draft from being offered. */
export type DraftIssue = {
  /** JSON pointer into the draft. */
  pointer: string;
  message: string;
};

/**
 * Returns the issues of a draft: keys that name nothing, speakers that are not of the cast, everything the structural
 * check of a dialogue reports, and cards from which no ending can be reached. Empty for a draft that can be offered.
 */
export function draftIssues(draft: DialogueDraft, cast: readonly string[]): DraftIssue[] {
  const issues: DraftIssue[] = [];
  const places = new Map<string, number>();
  for (const [at, { key, speaker_id: speaker, choices, kind }] of draft.cards.entries()) {
    if (places.has(key)) issues.push({ pointer: `/cards/${at}/key`, message: `another card is called ${key}` });
    else places.set(key, at);
    if (speaker !== null && !cast.includes(speaker)) {
      issues.push({ pointer: `/cards/${at}/speaker_id`, message: "not one of the cast" });
    }
    if (kind === TERMINAL_KIND && choices.length > 0) {
      issues.push({ pointer: `/cards/${at}/choices`, message: "an ending has no choices" });
    }
  }
  for (const [at, { choices }] of draft.cards.entries()) {
    for (const [place, { to }] of choices.entries()) {
      if (!places.has(to))
        issues.push({ pointer: `/cards/${at}/choices/${place}/to`, message: `there is no card ${to}` });
    }
  }
  if (!places.has(draft.start)) issues.push({ pointer: "/start", message: `there is no card ${draft.start}` });
  return issues.length > 0 ? issues : unplayable(draft, places);
}

function unplayable(draft: DialogueDraft, places: ReadonlyMap<string, number>): DraftIssue[] {
  const issues: DraftIssue[] = [];
  const at = (key: string, rest = ""): string => `/cards/${places.get(key)}${rest}`;
  const nodes = draft.cards.map(toPlayed);
  const report = checkGraph({ id: null, start_node_id: draft.start }, nodes);
  for (const key of report.dead_ends)
    issues.push({ pointer: at(key, "/choices"), message: "it ends here and is no ending" });
  for (const key of report.unreachable) issues.push({ pointer: at(key), message: "nothing leads here" });
  if (issues.length > 0) return issues;
  for (const key of stuck(draft, nodes)) {
    issues.push({ pointer: at(key), message: "no ending can be played to from here" });
  }
  return issues;
}

/** Cards on which a player can come to stand without ever reaching an ending: every page that can be played is. */
function stuck(draft: DialogueDraft, nodes: readonly PlayNode[]): string[] {
  const dialogue: PlayedDialogue = {
    id: "draft",
    start: draft.start,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    variables: new Map(),
  };
  // Nothing of a draft depends on what was done before, so where a page stands is all there is to know of it.
  const pages = new Map<string, Page>();
  const from = new Map<string, Set<string>>();
  const waiting: Page[] = [begin(dialogue)];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const name = page.nodes.at(-1) ?? "";
    if (pages.has(name)) continue;
    pages.set(name, page);
    for (const { branch } of openOffers(page.halt)) {
      const next = choose(dialogue, page.state, branch);
      const to = next.nodes.at(-1) ?? "";
      from.set(to, (from.get(to) ?? new Set()).add(name));
      waiting.push(next);
    }
  }
  const ends = new Set<string>();
  for (const [name, { halt }] of pages) if (halt.kind === "ending") ends.add(name);
  for (const name of ends) for (const before of from.get(name) ?? []) ends.add(before);
  return [...pages.keys()].filter((name) => !ends.has(name));
}

function toPlayed({ key, kind, text, choices }: DraftNode): PlayNode {
  return {
    id: key,
    kind,
    text,
    conditions: [],
    on_enter_effects: [],
    exit_to: null,
    branches: choices.map((choice, at) => ({
      ...BRANCH_DEFAULTS,
      id: `${key}/${at}`,
      target_node_id: choice.to,
      choice_text: choice.text,
      conditions: [],
      effects: [],
      extensions: {},
    })),
  };
}
