import { wilsonInterval } from "#domain/feedback/wilson.ts";
import type { Node } from "../model/model.ts";

/** Count of events and of different players, as the API answers it. */
export interface Count {
  readonly events: number;
  readonly players: number;
}

/** Share of players, with the range in which it lies with 95 % certainty. */
export interface Share {
  readonly taken: number;
  readonly of: number;
  /** Share from 0 to 1. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Players below whom a share is hardly more than an anecdote. */
export const FEW = 20;

/** Returns the share of those who took something, with its Wilson interval, which holds for small numbers too. */
export function shareOf(taken: number, of: number): Share {
  if (of === 0) return { taken, of, share: 0, low: 0, high: 1 };
  const hits = Math.min(taken, of);
  return { taken, of, share: hits / of, ...wilsonInterval(hits, of) };
}

/** Choices at a card: how many players chose there, and which share of them took each way. */
export interface CardChoices {
  readonly node: Node;
  readonly players: number;
  readonly ways: ReadonlyMap<string, Share>;
}

/** Choices of players in a dialogue, and cards without any. */
export interface Heat {
  /** Cards at which somebody chose, by id. */
  readonly chosenAt: ReadonlyMap<string, CardChoices>;
  /** Cards with words that nobody is known to have come to. */
  readonly unreached: readonly Node[];
  /** Cards that players came to and did not go on from, the most first. */
  readonly abandoned: readonly { readonly node: Node; readonly left: number; readonly came: number }[];
}

/** Kinds of cards at which something else than a choice leads on, so that nobody can be said to have stopped there. */
const PASSED: readonly Node["kind"][] = ["command", "wait_event", "jump", "detour", "return", "end"];

/**
 * Works out what players did in a dialogue from the counts of its branches and cards. Only choices are counted: a card that is passed
 * without one says nothing, so what lies behind it counts as reached.
 */
export function heatOf(
  nodes: ReadonlyMap<string, Node>,
  start: string | null,
  counts: { readonly branches: ReadonlyMap<string, Count>; readonly nodes: ReadonlyMap<string, Count> },
): Heat {
  const chosenAt = new Map<string, CardChoices>();
  const arrivals = new Map<string, number>();
  for (const node of nodes.values()) {
    const players = counts.nodes.get(node.id)?.players ?? 0;
    const ways = new Map(
      node.branches.map(({ id }) => [id, shareOf(counts.branches.get(id)?.players ?? 0, players)] as const),
    );
    if (players > 0) chosenAt.set(node.id, { node, players, ways });
    for (const { id, target_node_id: to } of node.branches) {
      if (to !== null) arrivals.set(to, (arrivals.get(to) ?? 0) + (counts.branches.get(id)?.events ?? 0));
    }
  }
  const reached = reachedFrom(
    nodes,
    [
      ...(start === null || chosenAt.size === 0 ? [] : [start]),
      ...chosenAt.keys(),
      ...[...arrivals].flatMap(([id, came]) => (came > 0 ? [id] : [])),
    ],
    chosenAt,
  );
  const unreached = [...nodes.values()].filter(({ id, text }) => text !== "" && !reached.has(id));
  const abandoned = [...nodes.values()].flatMap((node) => {
    const came = arrivals.get(node.id) ?? 0;
    const left = came - (counts.nodes.get(node.id)?.events ?? 0);
    // Where a single way leads on and nobody is said to have taken it, the game does not tell of such steps.
    const isTold = chosenAt.has(node.id) || node.branches.length > 1;
    const canStop = node.text !== "" && node.branches.length > 0 && !PASSED.includes(node.kind);
    return canStop && isTold && left > 0 && node.id !== start ? [{ node, left, came }] : [];
  });
  return { chosenAt, unreached, abandoned: abandoned.sort((a, b) => b.left / b.came - a.left / a.came) };
}

/** Returns the cards that were come to, and those behind cards that are passed without a choice. */
function reachedFrom(
  nodes: ReadonlyMap<string, Node>,
  from: readonly string[],
  chosenAt: ReadonlyMap<string, CardChoices>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const left = [...from];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const node = nodes.get(id);
    if (node === undefined || reached.has(id)) continue;
    reached.add(id);
    if (chosenAt.has(id) || (node.text !== "" && node.branches.length > 1)) continue;
    left.push(...node.branches.flatMap(({ target_node_id: to }) => to ?? []));
  }
  return reached;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** A share in words, short enough for the canvas: a small number is said as what it is. */
export function shortWords({ taken, of, share }: Share): string {
  if (taken === 0) return "never";
  return of < FEW ? `${taken} of ${of}` : percent(share);
}

/** A share in words, with how sure it is. */
export function longWords({ taken, of, share, low, high }: Share): string {
  const range = `probably ${Math.round(low * 100)} to ${percent(high)} of all`;
  return of < FEW
    ? `${taken} of ${of} players: too few to say more`
    : `${percent(share)}, ${taken} of ${of} players; ${range}`;
}

/** Marks of cards and branches on the canvas, in words by id. */
export function marksOf({ chosenAt, unreached, abandoned }: Heat): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const { node, players, ways } of chosenAt.values()) {
    marks.set(node.id, `${players} chose`);
    for (const [id, share] of ways) marks.set(id, shortWords(share));
  }
  for (const { id } of unreached) marks.set(id, "nobody came");
  for (const { node, left, came } of abandoned) marks.set(node.id, `${left} of ${came} stopped`);
  return marks;
}
