import type { CountTokens } from "../../adapters/llm/token-count.ts";
import { byScore, type Candidate, compare } from "./candidate.ts";
import { type ContextItem, type ContextSection, type LeftOut, SECTIONS, type SectionName } from "./question.ts";

/** Share of the budget reserved for each section, where it has that much; the rest goes to the best of all. */
const SHARES: Readonly<Record<SectionName, number>> = {
  facts: 0.3,
  entities: 0.15,
  relationships: 0.1,
  events: 0.1,
  dialogue: 0.35,
};

const TITLES: Readonly<Record<SectionName, string>> = {
  facts: "Facts, earliest first: a greater number is later",
  entities: "Who and what",
  relationships: "Relationships",
  events: "What happened, earliest first: a greater number is later",
  dialogue: "What was said",
};

/** A candidate with what it takes. */
interface Counted extends Candidate {
  readonly tokens: number;
}

export interface PackedContext {
  readonly sections: ContextSection[];
  readonly left_out: LeftOut[];
  readonly text: string;
  readonly tokens: number;
}

/**
 * Fills a budget with candidates: each section its share, then whatever is best. One that does not fit is passed over, and a smaller
 * one behind it may still fit.
 */
export function pack(
  candidates: readonly Candidate[],
  { budget, sections }: { budget: number; sections: readonly SectionName[] },
  count: CountTokens,
): PackedContext {
  const counted = candidates.map((each): Counted => ({ ...each, tokens: count(lineOf(each)) })).sort(byScore);
  const free = counted.filter(({ barred }) => barred === null);
  const present = sections.filter((name) => free.some(({ section }) => section === name));
  const whole = present.reduce((sum, name) => sum + SHARES[name], 0);
  const taken = new Set<Counted>();
  let left = budget;
  for (const name of present) {
    let share = Math.floor((budget * SHARES[name]) / whole);
    for (const each of free) {
      if (each.section !== name || each.tokens > Math.min(share, left)) continue;
      taken.add(each);
      share -= each.tokens;
      left -= each.tokens;
    }
  }
  for (const each of free) {
    if (taken.has(each) || each.tokens > left) continue;
    taken.add(each);
    left -= each.tokens;
  }
  // Headings and what tokens make of the seams are known only now: the least goes until it fits.
  const kept = [...taken].sort(byScore);
  let parts = write(kept, sections);
  let tokens = count(textOf(parts));
  while (tokens > budget && kept.length > 0) {
    const over = tokens - budget;
    let freed = 0;
    while (freed < over && kept.length > 0) freed += kept.pop()?.tokens ?? 0;
    parts = write(kept, sections);
    tokens = count(textOf(parts));
  }
  const included = new Set<Candidate>(kept);
  const left_out = counted
    .filter((each) => !included.has(each))
    .map(({ id, kind, barred, tokens }): LeftOut => ({ id, kind, reason: barred ?? "budget", tokens }));
  const said = parts.filter(({ text }) => text !== "");
  // Counting takes most of the time of this: one section alone is the whole text.
  const tokensOf = (text: string) => (said.length === 1 ? tokens : count(text));
  const built = parts.map(
    ({ name, items, text }): ContextSection => ({ name, tokens: text === "" ? 0 : tokensOf(text), items }),
  );
  return { sections: built, text: textOf(parts), tokens, left_out };
}

/** Section of a context with its text; empty where nothing is in it. */
interface Part {
  readonly name: SectionName;
  readonly items: ContextItem[];
  readonly text: string;
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n");
}

function write(kept: readonly Counted[], sections: readonly SectionName[]): Part[] {
  return SECTIONS.filter((name) => sections.includes(name)).map((name) => {
    const own = kept.filter(({ section }) => section === name);
    const ordered = name === "dialogue" ? inReadingOrder(own) : inOrderOfTime(own);
    const items = ordered.map(
      ({ id, kind, subject_id, seq, since, text, tokens, reason, score }): ContextItem => ({
        id,
        kind,
        subject_id,
        seq,
        since,
        text,
        tokens,
        reason,
        score,
      }),
    );
    return { name, items, text: items.length === 0 ? "" : `## ${TITLES[name]}\n${lines(ordered)}` };
  });
}

/** The earliest first, and last what was learnt in a playthrough; what has no place in time stays in its order. */
function inOrderOfTime(own: readonly Counted[]): Counted[] {
  return own.toSorted((a, b) => (a.since ?? Number.MAX_SAFE_INTEGER) - (b.since ?? Number.MAX_SAFE_INTEGER));
}

/** A candidate as it stands in a prompt. */
function lineOf({ since, text }: Candidate): string {
  return since === null ? `- ${text}\n` : `- [${since}] ${text}\n`;
}

/** Dialogues by their best line, the lines of each as they follow each other. */
function inReadingOrder(own: readonly Counted[]): Counted[] {
  const dialogues = [...Map.groupBy(own, ({ subject_id }) => subject_id).values()];
  return dialogues.flatMap((each) =>
    each.toSorted((a, b) => (a.line?.ordinal ?? 0) - (b.line?.ordinal ?? 0) || compare(a.id, b.id)),
  );
}

function lines(ordered: readonly Counted[]): string {
  let text = "";
  let before: Counted | null = null;
  for (const each of ordered) {
    if (each.line !== null) {
      if (before?.subject_id !== each.subject_id) text += `### ${each.line.dialogue}\n`;
      else if ((before.line?.ordinal ?? 0) + 1 < each.line.ordinal) text += "…\n";
    }
    text += lineOf(each);
    before = each;
  }
  return text;
}
