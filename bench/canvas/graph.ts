/**
 * A large dialogue that is always the same: scenes of *The Salt Gate* in blocks of twenty cards, most threads to the next
 * column, some far ahead and some back. What is compared, counted and looked at is this one.
 */

const WHO = ["Mara", "Oren", "Ilse", "The Warden", "Tamsin"] as const;
const PLACES = ["the gate", "the salt stairs", "the tide house", "the ferry", "the bell tower", "the drying floor"];
const OPENINGS = [
  "The old gate creaks as you come near",
  "Salt lies on everything here",
  "Nobody has paid the toll since the flood",
  "A lantern burns behind the grating",
  "You hear the tide turn under the boards",
  "She counts the coins twice and says nothing",
];
const TAILS = [
  "and for a moment the whole quay is silent.",
  "but the warden has already seen you.",
  "as if it had been waiting for a name.",
  "and someone laughs in the dark above.",
  "while the ropes hum in the wind.",
];
const CHOICES = [
  "Pay the toll",
  "Sneak past",
  "Ask about the flood",
  "Show the letter",
  "Wait for the tide",
  "Turn back",
  "Give her the salt",
];

const PER_SCENE = 20;
const ROWS = 4;
const COLUMN_WIDTH = 392;
const ROW_HEIGHT = 272;

export interface GraphBranch {
  readonly id: string;
  readonly kind: "choice" | "auto" | "else";
  readonly choice_text: string;
  readonly target_node_id: string | null;
  readonly repeat: "sticky" | "once";
}

export interface GraphNode {
  readonly id: string;
  readonly kind: "line" | "condition" | "hub" | "end";
  readonly title: string;
  readonly text: string;
  readonly speaker_label: string | null;
  readonly group_id: string | null;
  readonly canvas_x: number;
  readonly canvas_y: number;
  readonly branches: readonly GraphBranch[];
}

export interface LargeGraph {
  readonly nodes: readonly GraphNode[];
  readonly groups: readonly { readonly id: string; readonly title: string; readonly color: string }[];
}

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Makes the dialogue; `branches` is how many there are in all. */
export function largeGraph(count = 2_000, branches = Math.round(count * 1.38), seed = 7): LargeGraph {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // Ids of the studio's form, made from the seed and from now: two loads of it can lie in one project.
  const now = Date.now()
    .toString(32)
    .padStart(10, "0")
    .slice(-10)
    .replaceAll(/[ilou]/g, "z");
  const id = (prefix: string) => `${prefix}_${now}${Array.from({ length: 16 }, () => pick([...LETTERS])).join("")}`;
  const scenes = Math.ceil(count / PER_SCENE);
  const across = Math.ceil(Math.sqrt(scenes * 1.1));
  const columns = PER_SCENE / ROWS;
  const ids = Array.from({ length: count }, () => id("node"));
  const groups = Array.from({ length: Math.floor(scenes / 3) }, (_, i) => ({
    id: id("grp"),
    title: `Scene ${i * 3 + 1}: ${PLACES[i % PLACES.length]}`,
    color: ["blue", "green", "orange", "purple", "neutral", "cyan"][i % 6] ?? "neutral",
  }));
  const out: GraphBranch[][] = ids.map(() => []);
  const kinds = ids.map((_, i): GraphNode["kind"] => {
    const roll = random();
    return i > 0 && roll < 0.04 ? "end" : roll < 0.1 ? "condition" : roll < 0.14 ? "hub" : "line";
  });
  const add = (from: number, to: number) => {
    const branch = {
      id: id("br"),
      kind: kinds[from] === "line" && random() > 0.25 ? ("choice" as const) : ("auto" as const),
      target_node_id: ids[to] ?? null,
      repeat: random() < 0.1 ? ("once" as const) : ("sticky" as const),
    };
    out[from]?.push({ ...branch, choice_text: branch.kind === "choice" ? pick(CHOICES) : "" });
  };
  const isEnd = (index: number) => kinds[index] === "end";
  let left = branches;
  const link = (from: number, to: number) => {
    if (left === 0 || isEnd(from) || (out[from]?.length ?? 0) >= 4) return;
    add(from, to);
    left -= 1;
  };
  const column = (index: number) => Math.floor(index / ROWS);
  // Every card is led to from the column before it, mostly from the row it is in.
  for (let to = 1; to < count; to++) {
    const before = Math.max(0, column(to) - 1) * ROWS;
    const row = random() < 0.8 ? to % ROWS : Math.floor(random() * ROWS);
    const from = [before + row, before, before + 1, before + 2].find((each) => each < to && !isEnd(each));
    link(from ?? 0, to);
  }
  // What leads nowhere yet leads on.
  for (let from = 0; from < count - ROWS; from++) {
    if ((out[from]?.length ?? 0) === 0) link(from, (column(from) + 1) * ROWS + Math.floor(random() * ROWS));
  }
  while (left > 0) {
    const from = Math.floor(random() * (count - ROWS));
    const roll = random();
    if (roll < 0.25) link(from, Math.floor(random() * count));
    else if (roll < 0.4) link(from, Math.max(0, from - ROWS * 2));
    else link(from, Math.min(count - 1, (column(from) + 1) * ROWS + Math.floor(random() * ROWS)));
  }
  const nodes = ids.map((nodeId, i): GraphNode => {
    const scene = Math.floor(i / PER_SCENE);
    const inScene = i % PER_SCENE;
    const kind = kinds[i] ?? "line";
    const place = PLACES[scene % PLACES.length] ?? "the gate";
    return {
      id: nodeId,
      kind,
      title: `${kind === "end" ? "Ending" : pick(["Greets", "Asks", "Warns", "Remembers", "Bargains", "Waits"])} at ${place} ${i + 1}`,
      text: kind === "line" || kind === "end" ? `${pick(OPENINGS)}, ${pick(TAILS)} ${pick(OPENINGS)}.` : "",
      speaker_label: kind === "line" ? pick(WHO) : null,
      group_id: scene % 3 === 0 ? (groups[scene / 3]?.id ?? null) : null,
      canvas_x: (scene % across) * (columns * COLUMN_WIDTH + 160) + Math.floor(inScene / ROWS) * COLUMN_WIDTH,
      canvas_y: Math.floor(scene / across) * (ROWS * ROW_HEIGHT + 160) + (inScene % ROWS) * ROW_HEIGHT,
      branches: out[i] ?? [],
    };
  });
  return { nodes, groups };
}

/** Yields the operations that write the graph through the API, as many per batch as one may hold. */
export function* batchesOf(graph: LargeGraph): Generator<readonly object[]> {
  const operations = [
    ...graph.groups.map((group) => ({ op: "group.create", group })),
    ...graph.nodes.map((node) => ({ op: "node.create", node })),
  ];
  for (let at = 0; at < operations.length; at += 800) yield operations.slice(at, at + 800);
}
