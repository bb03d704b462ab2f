import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openField, playersOf, sealField } from "./sealed-field.ts";
import { UnopenedSecret } from "./sealed-text.ts";

const keysOf = (...ids: string[]) =>
  new Map<string, KeyObject>(ids.map((id) => [id, createSecretKey(randomBytes(32))]));
const PLACE = { projectId: "prj_a", subjectId: "ply_ines", field: "display_name" };

describe("a sealed field", () => {
  test("opens in its own place alone, and no character of it may change", () => {
    const keys = keysOf("ply_ines");
    const sealed = sealField(keys, ["ply_ines"], PLACE, { name: "Inês" });
    expect(openField(keys, PLACE, sealed)).toEqual({ name: "Inês" });
    const others = [{ projectId: "prj_b" }, { subjectId: "ply_rui" }, { field: "locale" }];
    for (const other of others) {
      expect(() => openField(keys, { ...PLACE, ...other }, sealed)).toThrow(UnopenedSecret);
    }
    for (let at = 0; at < sealed.length; at += 1) {
      const flipped = String.fromCharCode(sealed.charCodeAt(at) ^ 1);
      const changed = sealed.slice(0, at) + flipped + sealed.slice(at + 1);
      expect(() => openField(keys, PLACE, changed), `character ${at}`).toThrow(UnopenedSecret);
    }
  });

  test("about two players opens with both of their keys", () => {
    const keys = keysOf("ply_rui", "ply_ines");
    const sealed = sealField(keys, ["ply_rui", "ply_ines", "ply_rui"], PLACE, "They argued.");
    expect(playersOf(sealed)).toEqual(["ply_ines", "ply_rui"]);
    expect(openField(keys, PLACE, sealed)).toBe("They argued.");
    for (const gone of ["ply_ines", "ply_rui"]) {
      const left = new Map([...keys].filter(([id]) => id !== gone));
      expect(() => openField(left, PLACE, sealed)).toThrow(UnopenedSecret);
      const another = new Map([...keys, [gone, createSecretKey(randomBytes(32))]]) as typeof keys;
      expect(() => openField(another, PLACE, sealed)).toThrow(UnopenedSecret);
    }
    expect(() => sealField(keysOf("ply_ines"), ["ply_ines", "ply_rui"], PLACE, "?")).toThrow(UnopenedSecret);
  });

  test("is another text each time", () => {
    const keys = keysOf("ply_ines");
    const seal = () => sealField(keys, ["ply_ines"], PLACE, "Ines");
    expect(seal()).not.toBe(seal());
  });
});
