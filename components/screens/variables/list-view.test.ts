import { describe, expect, it } from "vitest";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { addressOfView, shownVariables, viewOfAddress } from "./list-view.ts";

const variable = (name: string, type: ProjectVariable["type"], updated_at: string, description = "") =>
  ({ id: `var_${name}`, name, type, updated_at, description }) as ProjectVariable;
const ALL = [
  variable("gold_10", "integer", "2026-11-02T00:00:00Z"),
  variable("Gold_2", "integer", "2026-11-03T00:00:00Z"),
  variable("gate_open", "boolean", "2026-11-01T00:00:00Z", "Set by Mara"),
];

describe("the list of variables", () => {
  it("is in the order of names, numbers counted as numbers", () => {
    expect(shownVariables(ALL, viewOfAddress(new URLSearchParams())).map(({ name }) => name)).toEqual([
      "gate_open",
      "Gold_2",
      "gold_10",
    ]);
  });

  it("finds by name, description and type, and turns its order round", () => {
    const names = (query: string) =>
      shownVariables(ALL, viewOfAddress(new URLSearchParams(query))).map(({ name }) => name);
    expect(names("q=mara")).toEqual(["gate_open"]);
    expect(names("q=integer&sort=-changed")).toEqual(["Gold_2", "gold_10"]);
    expect(names("sort=-changed")).toEqual(["Gold_2", "gold_10", "gate_open"]);
  });

  it("finds with or without accents, as dialogues are found", () => {
    const all = [variable("toll_paid", "boolean", "2026-11-02T00:00:00Z", "Żarłok’s ÉLAN, İstanbul")];
    for (const search of ["elan", "élan", "ZAR", "istanbul"])
      expect([search, shownVariables(all, { search, sort: "name", descending: false, open: null }).length]).toEqual([
        search,
        1,
      ]);
  });

  it("survives its own address, and leaves the rest of it alone", () => {
    const view = { search: "a&b", sort: "type", descending: true, open: "var_1" } as const;
    const address = addressOfView(view, "?at=12");
    expect(viewOfAddress(new URLSearchParams(address))).toEqual(view);
    expect(new URLSearchParams(address).get("at")).toBe("12");
    expect(addressOfView(viewOfAddress(new URLSearchParams()), "")).toBe("");
    expect(viewOfAddress(new URLSearchParams("sort=-colour"))).toMatchObject({ sort: "name", descending: false });
  });
});
