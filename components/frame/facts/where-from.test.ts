import { expect, test } from "vitest";
import { whereFrom } from "./where-from.ts";

const names = new Map([["ent_bor", "Bor"]]);
const nameOf = (id: string) => names.get(id);

test("where a fact came from is said with who saw or told it", () => {
  const said = [
    whereFrom({ kind: "client", label: null, witness_id: null }, nameOf, "ent_ana"),
    whereFrom({ kind: "client", label: "chapter 3", witness_id: "ent_bor" }, nameOf, "ent_ana"),
    whereFrom({ kind: "event", seq: 12, witness_id: "ent_ana" }, nameOf, "ent_ana"),
    whereFrom({ kind: "node", node_id: "node_1", witness_id: "ent_gone" }, nameOf, "ent_ana"),
    whereFrom({ kind: "session", session_id: "ses_1", witness_id: null }, nameOf, "ent_ana"),
  ];
  expect(said).toEqual([
    "Noted by hand",
    "Noted from chapter 3, from Bor",
    "From something that happened, seen in person",
    "From a card, from someone else",
    "From a generated draft",
  ]);
});
