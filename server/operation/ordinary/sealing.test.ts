import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { playersOf } from "../../envelope/sealed-field.ts";
import { UnopenedSecret } from "../../envelope/sealed-text.ts";
import { field } from "../../kernel/field.ts";
import { type OpeningContext, sealing } from "./sealing.ts";

const fields = {
  text: field(z.string(), { sealed: true }),
  mood: field(z.string().nullable(), { default: "calm", sealed: true }),
  about: field(z.array(z.string()), {}),
};

const [INES, RUI] = ["ply_ines", "ply_rui"];

/** A sealing of notes about players, with keys that can be deleted, and the number of times that keys were read. */
function notes() {
  const keys = new Map<string, KeyObject>([INES, RUI].map((id) => [id, createSecretKey(randomBytes(32))]));
  let reads = 0;
  const response: NonNullable<OpeningContext["response"]> = { headers: {} };
  const context: OpeningContext = {
    project: { id: "prj_1", workspaceId: "wsp_1", mode: "test" },
    db: null as never,
    response,
    services: {
      playerKeys: {
        read: async (_, __, ids) => {
          reads += 1;
          return new Map([...keys].filter(([id]) => ids.includes(id)));
        },
      },
    },
  };
  const own = sealing({
    resource: { type: "note", sealed: ["text", "mood"] },
    fields,
    sealedFor: ({ about }: { about: readonly string[] }) => about,
    toWire: (version) => version,
  });
  const show = async (...states: JsonObject[]) => {
    const shown = await own.show(context, states.map((state) => ({ ...state, id: "note_1" })) as never);
    return shown.map(({ text, mood }) => [text, mood]);
  };
  return { own, keys, context, show, response, reads: () => reads };
}

describe("a sealed field", () => {
  test("is declared without what would need it to be read", () => {
    // @ts-expect-error nothing is filtered by what is sealed
    field(z.string(), { sealed: true, filter: "Only notes with this text." });
    // @ts-expect-error nothing is sorted by what is sealed
    field(z.string(), { sealed: true, sort: true });
  });

  test("about two players opens with both keys, in one reading of keys for all that is shown", async () => {
    const { own, keys, context, show, response, reads } = notes();
    const both = await own.seal(context, "note_1", { text: "They argued.", mood: null, about: [RUI, INES] });
    const one = await own.seal(context, "note_1", { text: "Alone.", about: [RUI] });
    expect(playersOf(String(both.text))).toEqual([INES, RUI]);
    const before = reads();
    expect(await show(both, one)).toEqual([
      ["They argued.", null],
      ["Alone.", "calm"],
    ]);
    expect(reads()).toBe(before + 1);
    expect(response.players?.toSorted()).toEqual([INES, RUI]);
    keys.delete(INES);
    expect(await show(both, one)).toEqual([
      [{ erased: true }, { erased: true }],
      ["Alone.", "calm"],
    ]);
    // Events from before the field have nothing in it.
    expect(await show({ ...both, mood: null })).toEqual([[{ erased: true }, "calm"]]);
  });

  test("is sealed anew where it changes, and all of them where the players do", async () => {
    const { own, context, show } = notes();
    const state = await own.seal(context, "note_1", { text: "Alone.", mood: "calm", about: [RUI] });
    const same = await own.change(context, "note_1", state, (values) => ({ ...values, text: "Alone." }));
    expect(same).toEqual(state);
    const changed = await own.change(context, "note_1", state, (values) => ({ ...values, text: "Gone." }));
    expect(changed.mood).toBe(state.mood);
    expect(changed.text).not.toBe(state.text);
    const shared = await own.change(context, "note_1", state, (values) => ({ ...values, about: [RUI, INES] }));
    expect(playersOf(String(shared.mood))).toEqual([INES, RUI]);
    expect(await show(changed, shared)).toEqual([
      ["Gone.", "calm"],
      ["Alone.", "calm"],
    ]);
  });

  test("of an erased player is not written, and one that was tampered with is not shown", async () => {
    const { own, keys, context, show } = notes();
    const state = await own.seal(context, "note_1", { text: "Alone.", mood: "calm", about: [RUI] });
    await expect(show({ ...state, text: state.mood as string })).rejects.toThrow(UnopenedSecret);
    keys.delete(RUI);
    const refused = { code: "player_erased", detail: { player_id: RUI } };
    await expect(own.seal(context, "note_2", { text: "?", about: [INES, RUI] })).rejects.toMatchObject(refused);
    await expect(own.change(context, "note_1", state, (values) => values)).rejects.toMatchObject(refused);
  });

  test("enters no record in plain words", async () => {
    const { own, context } = notes();
    const state = await own.seal(context, "note_1", { text: "Alone.", mood: null, about: [RUI] });
    const change = (after: JsonObject) => [
      { id: "note_1", before: null, after, isKept: false, verb: "updated", loc: [] },
    ];
    expect(() => own.requireSealed(change(state))).not.toThrow();
    expect(() => own.requireSealed(change({ ...state, text: "Alone." }))).toThrow("text of the note note_1");
  });
});
