import fc from "fast-check";
import { LINE_STATUSES } from "#domain/dialogue/line-status.ts";
import { BRANCH_KINDS, NODE_KINDS, type TalkOutcome } from "#domain/dialogue/wire.ts";
import type { Effect, Expression } from "#domain/expression.ts";
import { marksIn, TEXT_MARK_KINDS, type TextMark } from "#domain/text-marks/text-mark.ts";
import { newId } from "#server/kernel/ids.ts";

/** Ids that a random dialogue may name: some exist, some do not. */
export interface Nameable {
  nodes: string[];
  branches: string[];
  variables: string[];
  entities: string[];
  graphs: string[];
  groups: string[];
}

const words = fc.oneof(
  fc.constantFrom("", "Halt.", "a\nb", "“Ça va?”", "雪 🧂", "[[not a link]]", "$x", " padded ", "::"),
  fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => text.isWellFormed() && !text.includes("\0")),
);
const line = words.map((text) => text.replace(/[\p{Cc}\u2028\u2029]/gu, " ").trim() || "x");
const extensions = fc.constantFrom<Record<string, unknown>>(
  {},
  { game: { camera: 1.5, tags: [null, "x"] } },
  { fabula: { note: "ours" } },
  { twee3: { metadata: { position: "1,2" } } },
);
const number = fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.double({ min: -1e5, max: 1e5, noNaN: true }));

function expressions(named: Nameable, depth: number): fc.Arbitrary<Expression> {
  const leaves: fc.Arbitrary<Expression>[] = [
    fc.record({ lit: fc.oneof(number, words, fc.boolean(), fc.constant(null)) }),
    fc.constantFrom(...named.variables.map((id) => ({ var: id }))),
    fc.record({ entity: fc.constantFrom(...named.entities), path: fc.constantFrom("", "properties.mood") }),
    fc.constantFrom(...[...named.nodes, ...named.branches].map((id) => ({ ref: id }))),
    words.map((source) => ({ op: "opaque" as const, format: "twee3", source })),
  ];
  if (depth === 0) return fc.oneof(...leaves);
  const inner = expressions(named, depth - 1);
  return fc.oneof(
    ...leaves,
    fc.record({ op: fc.constantFrom("all" as const, "any" as const), args: fc.array(inner, { maxLength: 3 }) }),
    fc.record({ op: fc.constantFrom("eq" as const, "gte" as const, "in" as const), args: fc.tuple(inner, inner) }),
    fc.record({ fn: fc.constant("visits" as const), args: fc.tuple(inner) }),
  );
}

function effects(named: Nameable): fc.Arbitrary<Omit<Effect, "id">> {
  return fc.record({
    op: fc.constantFrom("set" as const, "add" as const, "toggle" as const),
    target: fc.constantFrom(...named.variables),
    value: fc.option(expressions(named, 1)),
    when: fc.array(expressions(named, 1), { maxLength: 1 }),
  });
}

const someMarks = fc.array(
  fc.record({ kind: fc.constantFrom(...TEXT_MARK_KINDS), start: fc.nat(8), end: fc.nat(10) }),
  { maxLength: 2 },
);

/** A part with marks within its words. */
function withMarks<T extends { text_marks: TextMark[] }>(part: T, words: string): T {
  return { ...part, text_marks: marksIn(words, part.text_marks) };
}

function branches(named: Nameable, ids: readonly string[]) {
  return fc.tuple(
    ...ids.map((id) =>
      fc
        .record({
          id: fc.constant(id),
          kind: fc.constantFrom(...BRANCH_KINDS),
          target_node_id: fc.option(fc.constantFrom(...named.nodes, "The Old Gate")),
          target_graph_id: fc.option(fc.constantFrom(...named.graphs), { freq: 4 }),
          choice_text: words,
          text_marks: someMarks,
          conditions: fc.array(expressions(named, 2), { maxLength: 2 }),
          effects: fc.array(effects(named), { maxLength: 2 }),
          when_unavailable: fc.constantFrom("hide", "disable"),
          repeat: fc.constantFrom("sticky", "once"),
          repeat_scope: fc.constantFrom("playthrough", "visit", "player"),
          repeat_limit: fc.option(fc.integer({ min: 1, max: 9 })),
          unwind: fc.boolean(),
          weight: fc.constantFrom(0, 1, 2.5),
          opened_by: fc.constantFrom<TalkOutcome | null>(null, null, { facts: [], actions: ["give_key"] }),
          status: fc.constantFrom(...LINE_STATUSES),
          extensions,
        })
        .map((branch) => withMarks(branch, branch.choice_text)),
    ),
  );
}

/** Makes bodies of nodes to create, with the given ids; `branchIds` are shared out among them. */
export function randomNodes(named: Nameable, nodeIds: readonly string[], branchIds: readonly string[]) {
  const share = Math.ceil(branchIds.length / nodeIds.length);
  return fc.tuple(
    ...nodeIds.map((id, index) =>
      fc
        .record({
          id: fc.constant(id),
          kind: fc.constantFrom(...NODE_KINDS),
          title: fc.option(line),
          text: words,
          text_marks: someMarks,
          speaker_id: fc.option(fc.constantFrom(...named.entities)),
          speaker_label: fc.option(line),
          tags: fc.array(line, { maxLength: 3 }),
          status: fc.constantFrom(...LINE_STATUSES),
          group_id: fc.option(fc.constantFrom(...named.groups)),
          canvas_x: number,
          canvas_y: number,
          conditions: fc.array(expressions(named, 2), { maxLength: 2 }),
          on_enter_effects: fc.array(effects(named), { maxLength: 2 }),
          branches: branches(named, branchIds.slice(index * share, (index + 1) * share)),
          exit_to: fc.option(
            fc.record({
              graph_id: fc.constantFrom(...named.graphs),
              node_id: fc.option(fc.constantFrom(...named.nodes)),
            }),
            { freq: 4 },
          ),
          properties: fc.constantFrom({}, { mood: "wary", takes: [1, 2] }),
          extensions,
        })
        .map((node) => withMarks(node, node.text)),
    ),
  );
}

/** Makes the given number of new ids of a kind. */
export function ids(prefix: string, count: number): string[] {
  return Array.from({ length: count }, () => newId(prefix));
}
