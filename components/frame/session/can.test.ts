import { describe, expect, test } from "vitest";
import { type Action, permission, reasonOf, type Situation } from "./can.ts";

const ACTIONS: readonly Action[] = ["edit", "change", "fetch", "administer"];
const here: Situation = { role: "owner", at: null, online: true, archived: false };
const allowed = (situation: Partial<Situation>) =>
  ACTIONS.filter((action) => permission(action, { ...here, ...situation }).allowed);

describe("who may do what", () => {
  test("owners and admins do everything, designers all but administer, viewers read", () => {
    expect(allowed({ role: "owner" })).toEqual(ACTIONS);
    expect(allowed({ role: "admin" })).toEqual(ACTIONS);
    expect(allowed({ role: "designer" })).toEqual(["edit", "change", "fetch"]);
    expect(allowed({ role: "viewer" })).toEqual(["fetch"]);
  });

  test("an earlier moment is only read, whoever looks", () => {
    expect(allowed({ at: 12 })).toEqual(["fetch"]);
    expect(allowed({ at: 0 })).toEqual(["fetch"]);
  });

  test("an archived project is only read, whoever looks", () => {
    expect(allowed({ archived: true })).toEqual(["fetch"]);
    expect(allowed({ archived: true, role: "designer" })).toEqual(["fetch"]);
  });

  test("offline, the open dialogue is still written", () => {
    expect(allowed({ online: false })).toEqual(["edit"]);
    expect(allowed({ online: false, role: "viewer" })).toEqual([]);
  });

  test("every no says why, in a sentence", () => {
    for (const role of ["owner", "designer", "viewer"] as const) {
      for (const at of [null, 3]) {
        for (const online of [true, false]) {
          for (const action of ACTIONS) {
            for (const archived of [true, false]) {
              const reason = reasonOf(permission(action, { role, at, online, archived }));
              if (reason !== null) expect(reason).toMatch(/^\p{Lu}.+\.$/u);
            }
          }
        }
      }
    }
  });
});
