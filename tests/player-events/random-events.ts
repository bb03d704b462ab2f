import { newId } from "#server/kernel/ids.ts";

/** An event as a game sends it. */
export type GameEvent = {
  readonly client_id: string;
  readonly kind: "choice" | "quest" | "custom";
  readonly player: string;
  readonly at: string;
  readonly [field: string]: unknown;
};

/** A row of `GET …/player-events/counts` without its dialogue. */
export type CountRow = {
  readonly by: string;
  readonly detail: string | null;
  readonly events: number;
  readonly players: number;
  readonly late: number;
};

const DAY_MS = 86_400_000;

/** Numbers from 0 to 1 that follow from a seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A dialogue of some cards with three branches each, as far as events name it. */
export function randomGame(random: () => number, players: number) {
  const graph_id = newId("dlg");
  const cards = Array.from({ length: 8 }, () => ({
    id: newId("node"),
    branches: [newId("br"), newId("br"), newId("br")],
  }));
  const quests = [newId("qst"), newId("qst")];
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const next = (client_id: string, now: number): GameEvent => {
    // Two in a hundred happened on one of the days before.
    const late = random() < 0.02 ? DAY_MS * (1 + Math.floor(random() * 3)) : 0;
    const at = new Date(now - late).toISOString();
    const common = { client_id, player: `player-${Math.floor(random() * players)}`, at };
    const kind = random();
    if (kind < 0.8) {
      const { id: node_id, branches } = pick(cards);
      return { ...common, kind: "choice", graph_id, node_id, branch_id: pick(branches), version: pick([3, 7]) };
    }
    if (kind < 0.9) return { ...common, kind: "quest", quest_id: pick(quests), state: pick(["active", "completed"]) };
    return {
      ...common,
      kind: "custom",
      name: pick(["jump", "shop"]),
      data: { at: Math.floor(random() * 9) },
      graph_id,
    };
  };
  return { graph_id, next };
}

type Group = "branch" | "node" | "quest" | "kind" | "day" | "version";

/** Counts of events, by going through all of them. */
export function countedOf(events: readonly GameEvent[], by: Group, today: string): CountRow[] {
  const groups = new Map<string, { by: string; detail: string | null; events: GameEvent[] }>();
  for (const event of events) {
    const text = (field: string) => (event[field] === undefined ? null : String(event[field]));
    const [key, detail] = {
      branch: [text("branch_id"), null],
      node: [text("node_id"), null],
      quest: [text("quest_id"), text("state")],
      kind: [event.kind, text("name")],
      day: [event.at.slice(0, 10), null],
      version: [text("version") ?? "0", null],
    }[by] as [string | null, string | null];
    if (key === null) continue;
    const name = `${key} ${detail}`;
    const group = groups.get(name) ?? { by: key, detail, events: [] };
    group.events.push(event);
    groups.set(name, group);
  }
  return [...groups.values()]
    .map(({ events: of, ...group }) => ({
      ...group,
      events: of.length,
      players: new Set(of.map(({ player }) => player)).size,
      late: of.filter(({ at }) => at.slice(0, 10) < today).length,
    }))
    .sort((a, b) => (`${a.by} ${a.detail ?? ""}` < `${b.by} ${b.detail ?? ""}` ? -1 : 1));
}
