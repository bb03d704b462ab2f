import { describe, expect, it } from "vitest";
import type { Effect } from "../expression.ts";
import { type BranchInput, identifyBranches, identifyEntries } from "./branch-identity.ts";
import { BRANCH_DEFAULTS, type Branch } from "./wire.ts";

function counter(): (kind: string) => string {
  let n = 0;
  return (kind) => `${kind}_new${++n}`;
}

function input(target: string | null, text: string, id?: string): BranchInput {
  return {
    ...(id === undefined ? {} : { id }),
    ...BRANCH_DEFAULTS,
    target_node_id: target,
    choice_text: text,
    conditions: [],
    effects: [],
    extensions: {},
  };
}

function stored(target: string | null, text: string, id: string): Branch {
  return { ...input(target, text), id, text_marks: [], conditions: [], effects: [] };
}

const ids = (branches: readonly { id: string }[]) => branches.map((branch) => branch.id);

describe("identifyBranches", () => {
  const existing = [stored("n1", "Yes", "br_yes"), stored("n2", "No", "br_no"), stored("n3", "Maybe", "br_maybe")];

  it("finds branches by target and text wherever they moved", () => {
    const incoming = [input("n3", "Maybe"), input("n1", "Yes"), input("n2", "No")];
    expect(ids(identifyBranches(existing, incoming, counter()))).toEqual(["br_maybe", "br_yes", "br_no"]);
  });

  it("then by place", () => {
    const incoming = [input("n1", "Yes, gladly"), input("n2", "No"), input("n3", "Maybe")];
    expect(ids(identifyBranches(existing, incoming, counter()))).toEqual(["br_yes", "br_no", "br_maybe"]);
  });

  it("first by place where several are alike, as one without its target is like another that has none", () => {
    const known = [stored("gone", "Go", "br_1"), stored(null, "Go", "br_2")];
    const incoming = [input(null, "Go"), input(null, "Go")];
    expect(ids(identifyBranches(known, incoming, counter()))).toEqual(["br_1", "br_2"]);
  });

  it("and makes ids for what is new", () => {
    const incoming = [...existing.map((b) => input(b.target_node_id, b.choice_text)), input("n4", "Run")];
    expect(ids(identifyBranches(existing, incoming, counter())).at(-1)).toBe("branch_new1");
  });

  it("never gives an id away that was sent, nor one id twice", () => {
    const incoming = [input("n9", "Else"), input("n1", "Yes"), input("n1", "Yes"), input("n9", "x", "br_yes")];
    expect(ids(identifyBranches(existing, incoming, counter()))).toEqual([
      "branch_new1",
      "br_no",
      "br_maybe",
      "br_yes",
    ]);
  });

  it("keeps twins apart, in order", () => {
    const twins = [stored("n1", "Go", "br_1"), stored("n1", "Go", "br_2")];
    const incoming = [input("n1", "Go"), input("n1", "Go"), input("n1", "Go")];
    expect(ids(identifyBranches(twins, incoming, counter()))).toEqual(["br_1", "br_2", "branch_new1"]);
  });

  it("keeps the ids of conditions and effects inside a branch", () => {
    const before: Branch = {
      ...stored("n1", "Yes", "br_yes"),
      conditions: [
        { id: "cnd_a", var: "var_a" },
        { id: "cnd_b", var: "var_b" },
      ],
    };
    const incoming = { ...input("n1", "Yes"), conditions: [{ var: "var_b" }, { var: "var_c" }] };
    const [result] = identifyBranches([before], [incoming], counter());
    expect(result?.conditions).toEqual([
      { id: "cnd_b", var: "var_b" },
      { id: "condition_new1", var: "var_c" },
    ]);
  });
});

describe("identifyEntries", () => {
  it("matches effects by content, then by place", () => {
    const effect = (value: number): Omit<Effect, "id"> => ({
      op: "set",
      target: "var_a",
      value: { lit: value },
      when: [],
    });
    const existing: Effect[] = [
      { id: "ef_1", ...effect(1) },
      { id: "ef_2", ...effect(2) },
    ];
    const result = identifyEntries(existing, [effect(9), effect(2)], () => "ef_new");
    expect(ids(result)).toEqual(["ef_1", "ef_2"]);
  });
});
