import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expression } from "../expression.ts";
import { askedVariable } from "./asked-variable.ts";
import { completeLogic } from "./complete-logic.ts";
import { anyChange, anyExpression, anyNames } from "./logic.arbitrary.ts";
import { NameIndex } from "./name-index.ts";
import { printChange, printChanges, printConditions } from "./print-logic.ts";
import { readChanges, readConditions, UnknownName } from "./read-logic.ts";
import { LogicTextError } from "./tokens.ts";

const names = new NameIndex({
  variables: [
    { id: "var_p", name: "purse", type: "integer", enum_values: [] },
    { id: "var_t", name: "toll paid", type: "boolean", enum_values: [] },
    { id: "var_g", name: "gate", type: "enum", enum_values: ["open", "shut"] },
    { id: "var_k", name: "keys", type: "set", enum_values: ["brass", "bone"] },
    { id: "var_n", name: "not", type: "boolean", enum_values: [] },
  ],
  places: [
    { id: "node_0001aaaa", name: "The gate" },
    { id: "node_0002bbbb", name: "The gate" },
    { id: "node_0003cccc", name: "Toll" },
    { id: "node_0004dddd", name: "At the quay" },
  ],
  entities: [
    { id: "ent_m", name: "Mara" },
    { id: "ent_o", name: "Odo Pell" },
  ],
});

const printed = (...conditions: Expression[]) => printConditions(conditions, names);
const read = (text: string) => readConditions(text, names).conditions;
const purse: Expression = { var: "var_p" };
const atLeast = (value: number): Expression => ({ op: "gte", args: [purse, { lit: value }] });

describe("conditions as text", () => {
  test("read as a person would write them", () => {
    const visited: Expression = { fn: "visited", args: [{ ref: "node_0003cccc" }] };
    expect(read("purse >= 6 and not visited(Toll)")).toEqual([atLeast(6), { op: "not", args: [visited] }]);
    expect(read("purse ≥ 6 or 'toll paid' is not yes")).toEqual([
      { op: "any", args: [atLeast(6), { op: "ne", args: [{ var: "var_t" }, { lit: true }] }] },
    ]);
    expect(read('gate = "open"')).toEqual([{ op: "eq", args: [{ var: "var_g" }, { lit: "open" }] }]);
    expect(read("Mara.mood.now = nothing")).toEqual([
      { op: "eq", args: [{ entity: "ent_m", path: "mood.now" }, { lit: null }] },
    ]);
    expect(read('at_location(Mara, "ent_town")')).toEqual([
      { fn: "at_location", args: [{ lit: "ent_m" }, { lit: "ent_town" }] },
    ]);
    expect(read("")).toEqual([]);
  });

  test("put names with blanks and words of the grammar in quotes, and tell those of one name apart by their ids", () => {
    expect(printed({ var: "var_t" }, { var: "var_n" })).toBe("'toll paid' and 'not'");
    expect(printed({ fn: "visited", args: [{ ref: "node_0002bbbb" }] })).toBe("visited('The gate'#bbbb)");
    expect(printed({ var: "var_gone" })).toBe("#var_gone");
    expect(() => read("visited('The gate')")).toThrow(
      "More than one card or choice is called The gate: write 'The gate'#aaaa or 'The gate'#bbbb.",
    );
  });

  test("read names of several words without quotes, wherever they stand", () => {
    const paid: Expression = { var: "var_t" };
    expect(read("toll paid")).toEqual([paid]);
    expect(read("not toll  paid and purse >= 6")).toEqual([{ op: "not", args: [paid] }, atLeast(6)]);
    expect(read("purse >= 6 or Toll Paid is yes")).toEqual([
      { op: "any", args: [atLeast(6), { op: "eq", args: [paid, { lit: true }] }] },
    ]);
    expect(read("visited(At the quay)")).toEqual([{ fn: "visited", args: [{ ref: "node_0004dddd" }] }]);
    expect(read("Odo Pell.mood = 2")).toEqual([{ op: "eq", args: [{ entity: "ent_o", path: "mood" }, { lit: 2 }] }]);
    expect(readChanges("toll paid = yes\npurse -= 6 if toll paid", names).changes).toEqual([
      { op: "set", target: "var_t", value: { lit: true }, when: [] },
      { op: "sub", target: "var_p", value: { lit: 6 }, when: [paid] },
    ]);
    expect(() => read("knows letter >= 2")).toThrow("There is no variable called knows letter.");
    expect(() => readChanges("purse = toll\npaid = 2", names)).toThrow("There is no variable called toll.");
  });

  test("tell which variable to declare, with the type that its use asks for", () => {
    const asked = (text: string, form: "conditions" | "changes" = "conditions") => {
      try {
        if (form === "conditions") readConditions(text, names);
        else readChanges(text, names);
      } catch (error) {
        if (error instanceof UnknownName) return askedVariable(text, form, names, error.named);
      }
      return null;
    };
    const of = (name: string, type: string, enum_values: string[] = []) => ({ name, type, enum_values });
    expect(asked("coins >= 2")).toEqual(of("coins", "integer"));
    expect(asked("purse >= 2 and knows letter")).toEqual(of("knows letter", "boolean"));
    expect(asked("2.5 < weight")).toEqual(of("weight", "number"));
    expect(asked('mood = "glad"')).toEqual(of("mood", "string"));
    expect(asked('rings has "bone"')).toEqual(of("rings", "set", ["bone"]));
    expect(asked("coins >= price")).toEqual(of("coins", "integer"));
    expect(asked("coins += 2", "changes")).toEqual(of("coins", "integer"));
    expect(asked("bell = yes if coins > 1", "changes")).toEqual(of("bell", "boolean"));
    expect(asked("toggle(lamp)", "changes")).toEqual(of("lamp", "boolean"));
    expect(asked("coins >=")).toBeNull();
    expect(asked("visited(Nowhere)")).toBeNull();
  });

  test("keep an “all” within the list apart from the list", () => {
    const both: Expression = { op: "all", args: [atLeast(1), atLeast(2)] };
    expect(printed(both)).toBe("(purse >= 1 and purse >= 2)");
    expect(read("purse >= 1 and purse >= 2")).toHaveLength(2);
    expect(read(printed(both))).toEqual([both]);
  });

  test.each([
    ["purs >= 6", 0, 4, "There is no variable called purs. Did you mean purse?"],
    ["purse >=", 8, 8, 'Expected a variable, a number, a function, yes, no, or a text in "double quotes".'],
    ["purse >= 6 6", 11, 12, "Expected and, or, or the end."],
    ["1 < purse < 6", 10, 11, "Compare two things at a time, and join with and."],
    ["visited(Tol)", 8, 11, "There is no card or choice called Tol. Did you mean Toll?"],
    ["visits >= 2", 0, 6, "Expected visits(…)."],
    ['gate = "open', 7, 12, 'This text has no end: a " is missing.'],
    ["purse >= 6 && x", 11, 12, "& means nothing here."],
    ["(purse >= 6", 11, 11, "Expected a closing bracket."],
  ])("of %j name the place of a mistake", (text, from, to, message) => {
    let found: unknown;
    try {
      read(text);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(LogicTextError);
    expect(found).toMatchObject({ from, to, message });
  });

  test("property: whatever the record takes is printed so that it is read as itself", () => {
    fc.assert(
      fc.property(fc.array(anyExpression, { maxLength: 3 }), anyNames, (conditions, given) => {
        const index = new NameIndex(given);
        const text = printConditions(conditions, index);
        expect(readConditions(text, index).conditions).toEqual(conditions);
        expect(printConditions(readConditions(text, index).conditions, index)).toBe(text);
      }),
    );
  });

  test("property: no text breaks the reader, and a mistake lies within the text", () => {
    const piece = fc.constantFrom(
      "purse",
      ">=",
      "6",
      "(",
      ")",
      "and",
      "not",
      "'",
      '"',
      "visited(",
      "#",
      ".",
      "\n",
      "if",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))), (pieces) => {
        const text = pieces.join(" ");
        for (const reader of [readConditions, readChanges]) {
          try {
            reader(text, names);
          } catch (error) {
            if (!(error instanceof LogicTextError)) throw error;
            expect(error.from).toBeLessThanOrEqual(error.to);
            expect(error.to).toBeLessThanOrEqual(text.length);
          }
        }
      }),
    );
  });
});

describe("changes as text", () => {
  test("are read a line each, with what must hold for them", () => {
    expect(
      readChanges("purse -= 6 if purse >= 6 and 'toll paid'\nput(keys, \"bone\"); forget_visits(Toll)", names).changes,
    ).toEqual([
      { op: "sub", target: "var_p", value: { lit: 6 }, when: [atLeast(6), { var: "var_t" }] },
      { op: "push", target: "var_k", value: { lit: "bone" }, when: [] },
      { op: "reset_visits", target: null, value: { ref: "node_0003cccc" }, when: [] },
    ]);
  });

  test("speak of the world", () => {
    const text = 'Mara.mood = "glad"\nMara.gold += 3\ngive(Mara, #ent_salt, 2)\nset_fact(Mara, "met_king", yes)';
    const { changes } = readChanges(text, names);
    expect(changes).toMatchObject([
      { op: "property.set", target: "ent_m", key: "mood", value: { lit: "glad" } },
      { op: "property.add", target: "ent_m", key: "gold", value: { lit: 3 } },
      { op: "inventory.give", target: "ent_m", key: "ent_salt", value: { lit: 2 } },
      { op: "fact.set", target: "ent_m", key: "met_king", value: { lit: true } },
    ]);
    expect(printChanges(changes, names)).toBe(text);
  });

  test("say what is missing", () => {
    expect(() => readChanges("purse", names)).toThrow("Expected =, +=, -=, *=, /= or %=.");
    expect(() => readChanges("purse = 3 toggle('toll paid')", names)).toThrow("Expected if, ; or a new line.");
  });

  test("property: whatever the record takes is printed so that it is read as itself", () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 3 }), anyNames, (changes, given) => {
        const index = new NameIndex(given);
        expect(readChanges(printChanges(changes, index), index).changes).toEqual(changes);
        for (const each of changes) expect(printChange(each, index)).not.toContain("\n");
      }),
    );
  });
});

describe("completions", () => {
  const offered = (text: string, form: "conditions" | "changes" = "conditions") =>
    completeLogic(text, text.length, form, names);

  test("offer variables and functions where a value is asked for", () => {
    expect(offered("pu").options.map(({ insert }) => insert)).toEqual(["purse"]);
    expect(offered("visi").options.map(({ insert }) => insert)).toEqual(["visits(", "visited("]);
    expect(offered("purse >= 6 and tol")).toMatchObject({ from: 15, options: [{ insert: "'toll paid'" }] });
  });

  test("offer cards where a function asks for one, and the values of a list where it is compared", () => {
    expect(offered("visited(").options.map(({ insert }) => insert)).toEqual([
      "'The gate'#aaaa",
      "'The gate'#bbbb",
      "Toll",
      "'At the quay'",
    ]);
    const values = offered("gate = ");
    expect(values.isPointed).toBe(true);
    expect(values.options.slice(0, 2).map(({ insert }) => insert)).toEqual(['"open"', '"shut"']);
    expect(offered('keys has "bo').options).toMatchObject([{ insert: '"bone"' }]);
  });

  test("offer what can be asked after a value, and nothing behind a mistake", () => {
    expect(
      offered("purse ")
        .options.map(({ insert }) => insert)
        .slice(0, 2),
    ).toEqual([">=", ">"]);
    expect(offered("purs >= ").options).toEqual([]);
    expect(offered("tog", "changes").options).toMatchObject([{ insert: "toggle(" }]);
    expect(offered("toggle(to", "changes").options).toMatchObject([{ insert: "'toll paid'" }]);
  });
});
