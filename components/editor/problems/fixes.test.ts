import { describe, expect, it } from "vitest";
import type { Branch } from "#domain/dialogue/wire.ts";
import { findProblems, type ProblemNode } from "#domain/problems/find-problems.ts";
import { groupProblems, type ProblemGroup } from "#domain/problems/group-problems.ts";
import { branch, CONTEXT, ending, makeNode } from "#domain/problems/problem.fixture.ts";
import type { ProblemCode } from "#domain/problems/problem.ts";
import type { Model, Node } from "../model/model.ts";
import { after, performed } from "../model/sample-content.ts";
import {
  clearSpeaker,
  createNext,
  createTarget,
  endHere,
  type Fix,
  leadHere,
  markAsEnding,
  matchSpeaker,
  removeBranches,
  retarget,
  setStart,
} from "./fixes.ts";
import { contentOf, storeNode } from "./node.fixture.ts";

const problems = ({ graph, nodes }: Model) => findProblems({ ...graph, nodes: [...nodes.values()] }, CONTEXT);
const codes = (content: Model) => [...new Set(problems(content).map(({ code }) => code))];
const given = (nodes: ProblemNode[], start: string | null = null) =>
  contentOf(
    nodes.map((node) => storeNode(node)),
    start,
  );

function groupOf(content: Model, code: ProblemCode): ProblemGroup {
  const group = groupProblems(problems(content)).find((each) => each.code === code);
  if (group === undefined) throw new Error(`no ${code}`);
  return group;
}

function nodeIn({ nodes }: Model, id: string): Node {
  const found = nodes.get(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

/** The dialogue after a fix; undoing it must bring back what was. */
function fixed(content: Model, fix: Fix | null): Model {
  if (fix === null) throw new Error("no fix");
  const done = performed(content, fix.operations);
  // A start that is gone cannot become the start again: the record refuses it.
  const { start_node_id: start } = content.graph;
  if (start === null || content.nodes.has(start))
    expect(problems(after(done.model, done.inverse))).toEqual(problems(content));
  for (const id of fix.select) expect(done.model.nodes.has(id)).toBe(true);
  return done.model;
}

describe("a quick fix is one gesture after which its problem is gone", () => {
  const arm = (id: string, target: string | null, more: Partial<Branch> = {}) => branch(id, target, more);

  it("creates the card that several choices are missing, with the name an import knew it by", () => {
    const missing = { extensions: { fabula: { missing_target: "gate_open" } } };
    const content = given([
      makeNode("a", [], { branches: [arm("x", "gone", missing), arm("y", "z")] }),
      makeNode("b", [], { branches: [arm("w", "gone", missing)] }),
      ending("z"),
    ]);
    const fix = createTarget(groupOf(content, "unmatched_import"), content.nodes);
    const made = fixed(content, fix);
    expect(codes(made)).not.toContain("unmatched_import");
    const created = nodeIn(made, fix?.select[0] ?? "");
    expect(created).toMatchObject({ title: "gate_open", kind: "line", canvas_x: 320 });
    expect(made.nodes.get("b")?.branches[0]?.target_node_id).toBe(created.id);
  });

  it("puts a new card where none is", () => {
    const nodes = [
      storeNode(makeNode("a", [null])),
      storeNode(ending("b"), { canvas_x: 320, canvas_y: 0 }),
      storeNode(ending("c"), { canvas_x: 350, canvas_y: 200 }),
    ];
    const content = contentOf(nodes);
    const fix = createTarget(groupOf(content, "open_choice"), content.nodes);
    const made = nodeIn(fixed(content, fix), fix?.select[0] ?? "");
    expect([made.canvas_x, made.canvas_y]).toEqual([320, 552]);
  });

  it("leads a choice elsewhere, or takes it away", () => {
    const content = given([makeNode("a", [], { branches: [arm("x", "gone"), arm("y", "z")] }), ending("z")]);
    const group = groupOf(content, "invalid_target");
    expect(codes(fixed(content, retarget(group, nodeIn(content, "z"))))).toEqual([]);
    expect(codes(fixed(content, removeBranches(group)))).toEqual([]);
    const away = given([
      makeNode("a", [], { branches: [arm("x", null, { target_graph_id: "dlg_gone" })] }),
      makeNode("b", ["b"]),
      ending("z"),
    ]);
    const back = retarget(groupOf(away, "missing_dialogue"), nodeIn(away, "z"));
    expect(codes(fixed(away, back))).not.toContain("missing_dialogue");
  });

  it("ends a dead end, or goes on after it", () => {
    const content = given([makeNode("a", ["b"]), makeNode("b")]);
    expect(codes(fixed(content, markAsEnding(nodeIn(content, "b"))))).toEqual([]);
    const next = fixed(content, createNext(nodeIn(content, "b"), content.nodes));
    expect(problems(next).map(({ code, node_id }) => `${code} ${node_id}`)).not.toContain("dead_end b");
  });

  it("sets a start, and leads to what could not be reached", () => {
    const lost = given([makeNode("a", ["b"]), ending("b")], "gone");
    expect(codes(fixed(lost, setStart(nodeIn(lost, "a"))))).toEqual([]);
    const orphaned = given([makeNode("a", ["z"]), makeNode("o", ["p"]), makeNode("p", ["z"]), ending("z")]);
    const { cause } = groupOf(orphaned, "unreachable");
    // The new branch still wants its words.
    expect(codes(fixed(orphaned, leadHere(nodeIn(orphaned, "a"), cause)))).toEqual(["empty_choice"]);
  });

  it("gives all lines of a label to a character, and takes a lost one off theirs", () => {
    const labelled = given([
      makeNode("a", ["b"], { speaker_label: "Mara" }),
      makeNode("b", ["c"], { speaker_label: "Mara" }),
      ending("c"),
    ]);
    const mara = { id: "ent_mara", name: "Mara" };
    const fix = matchSpeaker(groupOf(labelled, "unmatched_speaker"), mara);
    expect(fix.label).toBe("Give 2 lines to Mara");
    const matched = fixed(labelled, fix);
    expect(codes(matched)).toEqual([]);
    expect(nodeIn(matched, "b")).toMatchObject({ speaker_id: "ent_mara", speaker_label: null });
    const gone = given([makeNode("a", ["c"], { speaker_id: "ent_gone", speaker_label: "???" }), ending("c")]);
    const group = groupOf(gone, "unknown_speaker");
    expect(nodeIn(fixed(gone, matchSpeaker(group, mara)), "a").speaker_label).toBe("???");
    expect(codes(fixed(gone, clearSpeaker(group)))).toEqual(["unmatched_speaker"]);
  });

  it("ends at an ending that left for a dialogue that is gone", () => {
    const content = given([ending("a", { exit_to: { graph_id: "dlg_gone", node_id: null } })]);
    expect(codes(fixed(content, endHere(nodeIn(content, "a"))))).toEqual([]);
  });
});
