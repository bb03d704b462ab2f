import { describe, expect, test } from "vitest";
import { PROJECT_ROLES, ROLES, roleInProject } from "#domain/roles.ts";
import { type Action, permission, reasonOf, type Situation } from "./can.ts";

const ACTIONS: readonly Action[] = ["edit", "change", "compose", "comment", "fetch", "manage", "administer"];
const here: Situation = { role: "owner", part: "admin", at: null, online: true, archived: false };
const allowed = (situation: Partial<Situation>) => {
  const { part = roleInProject(situation.role ?? here.role, null), ...others } = situation;
  return ACTIONS.filter((action) => permission(action, { ...here, ...others, part }).allowed);
};
const WRITING: readonly Action[] = ["edit", "change", "compose", "comment", "fetch"];

describe("who may do what", () => {
  test("owners and admins do everything, designers all but look after things, viewers read", () => {
    expect(allowed({ role: "owner" })).toEqual(ACTIONS);
    expect(allowed({ role: "admin" })).toEqual(ACTIONS);
    expect(allowed({ role: "designer" })).toEqual(WRITING);
    expect(allowed({ role: "viewer" })).toEqual(["fetch"]);
    expect(allowed({ role: "guest" })).toEqual(["fetch"]);
  });

  test("in a project its own roles hold, and nothing of the workspace", () => {
    expect(allowed({ role: "guest", part: "admin" })).toEqual([...WRITING, "manage"]);
    expect(allowed({ role: "viewer", part: "writer" })).toEqual(WRITING);
    expect(allowed({ role: "guest", part: "commenter" })).toEqual(["compose", "comment", "fetch"]);
    expect(allowed({ role: "guest", part: "viewer" })).toEqual(["fetch"]);
  });

  test("an earlier moment is only read, whoever looks", () => {
    expect(allowed({ at: 12 })).toEqual(["fetch"]);
    expect(allowed({ at: 0 })).toEqual(["fetch"]);
  });

  test("an archived project is only read, whoever looks", () => {
    expect(allowed({ archived: true })).toEqual(["fetch"]);
    expect(allowed({ archived: true, role: "designer" })).toEqual(["fetch"]);
  });

  test("offline, the open dialogue and a comment are still written", () => {
    expect(allowed({ online: false })).toEqual(["edit", "compose"]);
    expect(allowed({ online: false, part: "commenter", role: "guest" })).toEqual(["compose"]);
    expect(allowed({ online: false, role: "viewer" })).toEqual([]);
  });

  test("every no says why, in a sentence", () => {
    for (const role of ROLES) {
      for (const part of [...PROJECT_ROLES, null]) {
        for (const at of [null, 3]) {
          for (const online of [true, false]) {
            for (const action of ACTIONS) {
              for (const archived of [true, false]) {
                const reason = reasonOf(permission(action, { role, part, at, online, archived }));
                if (reason !== null) expect(reason).toMatch(/^\p{Lu}.+\.$/u);
              }
            }
          }
        }
      }
    }
  });
});
