import { walkExpression } from "../../expression.ts";
import { jsonEqual } from "../../json.ts";
import { foldEffects } from "./fold-effects.ts";
import { expressionsOf, leadsTo, type Passage } from "./passage.ts";
import { pathOf } from "./paths.ts";
import { say } from "./reader.ts";

function redirect(passage: Passage, to: (id: number) => number): void {
  const { end } = passage;
  if (end.kind === "to") passage.end = { kind: "to", passage: to(end.passage) };
  else if (end.kind === "split") {
    passage.end = { ...end, ways: end.ways.map((way) => ({ ...way, passage: to(way.passage) })) };
  } else if (end.kind === "detour") passage.end = { kind: "detour", into: to(end.into), behind: to(end.behind) };
  else if (end.kind === "choices") {
    passage.end = { kind: "choices", choices: end.choices.map((each) => ({ ...each, passage: to(each.passage) })) };
  }
}

/** Paths of the containers whose visits a story asks for. */
export function askedFor(passages: Iterable<Passage>): Set<string> {
  const asked = new Set<string>();
  for (const passage of passages) {
    for (const expression of expressionsOf(passage)) {
      walkExpression(expression, (part) => {
        if ("ref" in part) asked.add(part.ref);
      });
    }
  }
  return asked;
}

/**
 * The passages that can be come to, with what says nothing and does nothing left out, and what belongs together in one.
 *
 * @param isOwn whether a variable is none that the story declares
 */
export function simplified(
  all: readonly Passage[],
  counted: ReadonlySet<string>,
  isOwn: (variable: string) => boolean,
): Passage[] {
  const byId = new Map(all.map((passage) => [passage.id, passage]));
  const isCounted = ({ visits }: Passage) => visits.some((each) => counted.has(pathOf(each)));
  skipEmpty(byId, isCounted);
  do join(byId, reachable(byId), isCounted);
  while (beginInside(byId, isCounted));
  // What is one effect now may be what another way does, too.
  foldEffects(reachable(byId), isOwn);
  while (mergeWays(reachable(byId), byId, isCounted)) {
    join(byId, reachable(byId), isCounted);
    foldEffects(reachable(byId), isOwn);
  }
  return reachable(byId);
}

/**
 * Begins a story that is one tunnel in that tunnel: a return to where nothing was left ends it.
 *
 * @returns whether it was one
 */
function beginInside(byId: ReadonlyMap<number, Passage>, isCounted: (passage: Passage) => boolean): boolean {
  const first = at(byId, 0);
  if (first.end.kind !== "detour" || isCounted(first) || first.lines.length + first.effects.length > 0) return false;
  const behind = at(byId, first.end.behind);
  if (behind.end.kind !== "end" || isCounted(behind) || behind.lines.length + behind.effects.length > 0) return false;
  first.end = { kind: "to", passage: first.end.into };
  return true;
}

/** Leaves out ways that do what the last one does where nothing else holds; false where there is none. */
function mergeWays(
  passages: readonly Passage[],
  byId: ReadonlyMap<number, Passage>,
  isCounted: (passage: Passage) => boolean,
): boolean {
  let found = false;
  for (const passage of passages) {
    const { end } = passage;
    if (end.kind !== "split" || end.isRandom) continue;
    for (;;) {
      const [before, last] = end.ways.slice(-2);
      if (before === undefined || last === undefined || last.condition !== null) break;
      const [one, other] = [at(byId, before.passage), at(byId, last.passage)];
      if (isCounted(one) || isCounted(other) || !isAlike(one, other)) break;
      end.ways.splice(-2, 1);
      found = true;
    }
    const [only, ...others] = end.ways;
    if (only?.condition === null && others.length === 0) passage.end = { kind: "to", passage: only.passage };
  }
  return found;
}

function isAlike(one: Passage, other: Passage): boolean {
  if (one.end.kind !== "to" || other.end.kind !== "to" || one.end.passage !== other.end.passage) return false;
  return (["lines", "effects", "tags"] as const).every((field) => jsonEqual(one[field], other[field]));
}

function reachable(byId: ReadonlyMap<number, Passage>): Passage[] {
  const found = new Set<number>([0]);
  for (const id of found) for (const to of leadsTo(at(byId, id))) found.add(to);
  return Array.from(found, (id) => at(byId, id)).sort((a, b) => a.id - b.id);
}

function at(byId: ReadonlyMap<number, Passage>, id: number): Passage {
  const passage = byId.get(id);
  if (passage === undefined) throw new Error(`no passage ${id}`);
  return passage;
}

/** Leads past passages that only lead on. */
function skipEmpty(byId: ReadonlyMap<number, Passage>, isCounted: (passage: Passage) => boolean): void {
  const isEmpty = (passage: Passage) => passage.lines.length + passage.effects.length === 0 && !isCounted(passage);
  const known = new Map<number, number>();
  const beyond = (id: number): number => {
    const passed = new Set<number>();
    let last = id;
    for (let here = at(byId, last); isEmpty(here) && here.end.kind === "to"; here = at(byId, last)) {
      if (passed.has(last)) break;
      passed.add(last);
      last = known.get(last) ?? here.end.passage;
    }
    for (const each of passed) known.set(each, last);
    return last;
  };
  for (const passage of byId.values()) redirect(passage, beyond);
}

/**
 * Puts a passage together with the one behind it, where nothing else leads there, and conditions with the ones that follow them. What is
 * in front is put together first, so that nothing is put together twice.
 */
function join(
  byId: ReadonlyMap<number, Passage>,
  passages: readonly Passage[],
  isCounted: (passage: Passage) => boolean,
): void {
  const ways = new Map<number, number>();
  for (const passage of passages) for (const to of leadsTo(passage)) ways.set(to, (ways.get(to) ?? 0) + 1);
  const isOwn = (passage: Passage) => passage.id !== 0 && ways.get(passage.id) === 1 && !isCounted(passage);
  const found = new Set<number>([0]);
  for (const id of found) {
    const passage = at(byId, id);
    while (joinNext(passage, byId, isOwn));
    for (const to of leadsTo(passage)) found.add(to);
  }
}

/** Puts a passage together with the next one; false where they stay apart. */
function joinNext(passage: Passage, byId: ReadonlyMap<number, Passage>, isOwn: (passage: Passage) => boolean): boolean {
  const { end } = passage;
  if (end.kind === "to") {
    const next = at(byId, end.passage);
    if (next === passage || !isOwn(next) || next.end.kind === "detour" || next.end.kind === "return") return false;
    if (next.effects.some(({ target }) => target !== null && passage.prints.has(target))) return false;
    if (passage.lines.length + passage.effects.length === 0) passage.at = next.at;
    say(passage, next.lines);
    for (const effect of next.effects) passage.effects.push(effect);
    for (const tag of next.tags) passage.tags.push(tag);
    passage.end = next.end.kind === "split" ? { ...next.end, ways: [...next.end.ways] } : next.end;
    return true;
  }
  if (end.kind !== "split" || end.isRandom) return false;
  const last = end.ways.at(-1);
  const next = last === undefined ? undefined : at(byId, last.passage);
  if (next === undefined || next === passage || !isOwn(next)) return false;
  if (next.end.kind !== "split" || next.end.isRandom || next.lines.length + next.effects.length > 0) return false;
  end.ways.pop();
  for (const way of next.end.ways) end.ways.push(way);
  return true;
}
