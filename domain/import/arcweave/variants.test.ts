import { describe, expect, it } from "vitest";
import { plain } from "../../text-marks/marked-text.ts";
import type { Guard } from "../script/guards.ts";
import type { GuardedAssignment } from "../script/statements.ts";
import { type TextPiece, variantsOf } from "./variants.ts";

const guard = (name: string, negated = false): Guard => ({ source: name, expression: { var: name }, negated });
const piece = (words: string, ...guards: Guard[]): TextPiece => ({ gap: " ", words: plain(words), guards });
const shown = (pieces: readonly TextPiece[], assignments: readonly GuardedAssignment[] = []) =>
  variantsOf(pieces, assignments)?.map(({ guards, text }) => [
    guards.map(({ source, negated }) => `${negated ? "not " : ""}${source}`).join(" and "),
    text.text,
  ]) ?? null;

describe("texts that depend on conditions", () => {
  it("are one for each way the conditions can fall, each with what must hold", () => {
    expect(shown([piece("Halt."), piece("You again.", guard("known")), piece("Who?", guard("known", true))])).toEqual([
      ["known", "Halt. You again."],
      ["not known", "Halt. Who?"],
    ]);
  });

  it("ask only for what still makes a difference", () => {
    const chain = [
      piece("Rich.", guard("rich")),
      piece("Poor.", guard("rich", true), guard("poor")),
      piece("Neither.", guard("rich", true), guard("poor", true)),
    ];
    expect(shown(chain)).toEqual([
      ["rich", "Rich."],
      ["not rich and poor", "Poor."],
      ["not rich and not poor", "Neither."],
    ]);
  });

  it("stay one text without conditions, with too many, and with one that could not be read", () => {
    expect(shown([piece("Halt.")])).toBeNull();
    const names = ["a", "b", "c", "d"];
    expect(shown(names.map((name) => piece(name, guard(name))))).toHaveLength(16);
    expect(shown([...names, "e"].map((name) => piece(name, guard(name))))).toBeNull();
    expect(shown([piece("Halt.", { source: "?", expression: null, negated: false })])).toBeNull();
  });

  it("stay one text where a condition asks for what the text changes", () => {
    const assignment = {
      source: "known = true",
      target: "known",
      op: "set",
      value: { lit: true },
    } as const;
    expect(shown([piece("You.", guard("known"))], [{ assignment, guards: [] }])).toBeNull();
  });
});
