import { type Edge, edgesOf } from "../../model/edges.ts";
import type { Node } from "../../model/model.ts";
import type { Rect } from "../../model/rects.ts";

/** Beyond this a thread is two stubs with names instead of a line across everything. */
const LONG = 1_400;

/** Why a branch shows a stub instead of a thread. */
export type StubKind = "far" | "missing" | "dialogue";

/** The end of a branch that is not drawn as a thread, at the card it leaves. */
export interface Stub {
  readonly kind: StubKind;
  readonly edge: Edge;
}

/** What hangs on a card besides threads: stubs by branch, and the cards far away that lead here. */
export interface CardStubs {
  readonly out: ReadonlyMap<string, Stub>;
  readonly in: readonly string[];
}

/** A thread drawn as a line, between two things on the canvas: cards, or folded groups that hold them. */
export interface Thread {
  readonly edge: Edge;
  readonly from: string;
  readonly to: string;
  /** Whether the end stands for a card in a folded group. */
  readonly fromGroup: boolean;
  readonly toGroup: boolean;
}

export interface Threads {
  readonly threads: readonly Thread[];
  readonly stubs: ReadonlyMap<string, CardStubs>;
  /** Threads too long to be drawn whole, for the view from far away. */
  readonly long: readonly Thread[];
}

/** What weaving looks at. */
export interface Loom {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly graphId: string;
  rectOf(id: string): Rect | undefined;
  /** The folded group a card is in, or null. */
  foldedIn(node: Node): string | null;
}

/** How the branches of one card are drawn. */
export interface Strands {
  readonly threads: readonly Thread[];
  readonly long: readonly Thread[];
  readonly out: ReadonlyMap<string, Stub>;
}

/** Decides for every branch of a card how it is drawn. A thread that is the same as `before` keeps its identity. */
export function strandsOf(loom: Loom, node: Node, before?: Strands): Strands {
  const threads: Thread[] = [];
  const long: Thread[] = [];
  const out = new Map<string, Stub>();
  const folded = loom.foldedIn(node);
  const stub = (kind: StubKind, edge: Edge) => {
    if (folded === null) out.set(edge.branchId, { kind, edge });
  };
  for (const edge of edgesOf(node)) {
    if (edge.toGraph !== null && edge.toGraph !== loom.graphId) {
      stub("dialogue", edge);
      continue;
    }
    if (edge.to === null) continue;
    const target = loom.nodes.get(edge.to);
    if (target === undefined) {
      stub("missing", edge);
      continue;
    }
    const targetFolded = loom.foldedIn(target);
    if (folded !== null && folded === targetFolded) continue;
    const from = folded ?? node.id;
    const to = targetFolded ?? target.id;
    const a = loom.rectOf(from);
    const b = loom.rectOf(to);
    if (a === undefined || b === undefined) continue;
    const isFolded = folded !== null || targetFolded !== null;
    const far = !isFolded && isFar(a, b);
    const made: Thread = { edge, from, to, fromGroup: folded !== null, toGroup: targetFolded !== null };
    const known = (far ? before?.long : before?.threads)?.find((each) => sameThread(each, made));
    (far ? long : threads).push(known ?? made);
    if (far) stub("far", edge);
  }
  return { threads, long, out };
}

/** Puts the strands of all cards together. Stubs of a card that has the same as `before` keep their identity. */
export function weave(
  strands: Iterable<readonly [string, Strands]>,
  before: ReadonlyMap<string, CardStubs> = new Map(),
): Threads {
  const threads: Thread[] = [];
  const long: Thread[] = [];
  const into = new Map<string, string[]>();
  const out = new Map<string, ReadonlyMap<string, Stub>>();
  const between = new Set<string>();
  for (const [id, each] of strands) {
    if (each.out.size > 0) out.set(id, each.out);
    for (const thread of each.threads) {
      if (thread.fromGroup || thread.toGroup) {
        // Many threads between the same two slabs say no more than one.
        const pair = `${thread.from}${thread.fromGroup ? "" : thread.edge.branchId}>${thread.to}`;
        if (between.has(pair)) continue;
        between.add(pair);
      }
      threads.push(thread);
    }
    for (const thread of each.long) {
      long.push(thread);
      const sources = into.get(thread.to);
      if (sources === undefined) into.set(thread.to, [thread.from]);
      else if (!sources.includes(thread.from)) sources.push(thread.from);
    }
  }
  const stubs = new Map<string, CardStubs>();
  for (const id of new Set([...out.keys(), ...into.keys()])) {
    const made: CardStubs = { out: out.get(id) ?? NO_STUBS, in: into.get(id) ?? NONE };
    const known = before.get(id);
    stubs.set(id, known !== undefined && sameStubs(known, made) ? known : made);
  }
  return { threads, stubs, long };
}

const NO_STUBS: ReadonlyMap<string, Stub> = new Map();
const NONE: readonly string[] = [];

function sameThread(a: Thread, b: Thread): boolean {
  return a.edge === b.edge && a.from === b.from && a.to === b.to;
}

/** Long, or leading back: such a line would run across cards that have nothing to do with it. */
export function isFar(from: Rect, to: Rect): boolean {
  const middle = to.x + to.width / 2;
  if (middle < from.x) return true;
  const dx = to.x - (from.x + from.width);
  const dy = to.y - from.y;
  return dx * dx + dy * dy > LONG * LONG;
}

function sameStubs(a: CardStubs, b: CardStubs): boolean {
  if (a.out.size !== b.out.size || a.in.length !== b.in.length) return false;
  for (const [id, stub] of a.out) {
    const other = b.out.get(id);
    if (other === undefined || other.kind !== stub.kind || other.edge !== stub.edge) return false;
  }
  return a.in.every((id, i) => id === b.in[i]);
}
