import { describe, expect, test } from "vitest";
import { readLorebook } from "./lorebook.ts";
import { cardChunk, pngWith } from "./png.fixture.ts";
import { readCard } from "./read-card.ts";

const v2 = (data: object) =>
  JSON.stringify({ spec: "chara_card_v2", spec_version: "2.0", data: { name: "Odo", ...data } });
const codes = (text: string) => readCard(text).remarks.map(({ code }) => code);

describe("readCard", () => {
  test("reads what a character says and how it speaks", () => {
    const card = readCard(
      v2({
        description: "{{char}} keeps the gate.",
        first_mes: "Who goes there, {{user}}?",
        alternate_greetings: ["Again you.", " "],
        mes_example: "<START>\n{{user}}: Is it open?\n{{char}}: At ebb.\n<start>\n{{char}}: Move on.\n",
        tags: ["gate"],
        creator_notes: null,
      }),
    );
    expect(card).toMatchObject({
      version: 2,
      name: "Odo",
      description: "{{char}} keeps the gate.",
      greetings: ["Who goes there, {{user}}?", "Again you."],
      sample_lines: ["{{user}}: Is it open?\n{{char}}: At ebb.", "{{char}}: Move on."],
      tags: ["gate"],
      creator_notes: "",
      lorebook: null,
      own: { role: "", goals: [], aliases: [] },
    });
  });

  test("reads a card of the first version, whose fields lie at the top", () => {
    const card = readCard('{"name":"Odo","personality":"dry","first_mes":"Well?","avatar":"none","chat":"odo"}');
    expect(card).toMatchObject({ version: 1, personality: "dry", greetings: ["Well?"] });
    expect(card.remarks.map(({ message }) => message)).toEqual([
      "Unknown fields are kept, not used: “avatar”, “chat”.",
    ]);
  });

  test("prefers the newer card of a picture, in whichever order they come", () => {
    const newer = JSON.stringify({
      spec: "chara_card_v3",
      spec_version: "3.0",
      data: { name: "Odo III", nickname: "O" },
    });
    const older = cardChunk(v2({}), "chara");
    for (const chunks of [
      [older, cardChunk(newer, "ccv3")],
      [cardChunk(newer, "ccv3"), older],
    ]) {
      const card = readCard(pngWith(...chunks));
      expect(card).toMatchObject({ version: 3, name: "Odo III", nickname: "O", source: newer });
      expect(card.remarks.map(({ code }) => code)).toEqual(["card_older_copy"]);
    }
  });

  test("reads our own fields from the extensions, and passes over what is not of its type there", () => {
    const own = {
      role: "keeper",
      mood: "tired",
      style: 4,
      goals: [{ text: "Rest.", priority: 2 }, { text: "No." }],
      aliases: ["Old O", 5],
    };
    expect(readCard(v2({ extensions: { fabula: own } })).own).toEqual({
      role: "keeper",
      mood: "tired",
      style: "",
      goals: [{ text: "Rest.", priority: 2 }],
      aliases: ["Old O"],
    });
  });

  test("remarks on what is kept and not used", () => {
    expect(codes(v2({ system_prompt: "Be Odo.", extensions: { depth_prompt: {}, fabula: {} }, voice: 1 }))).toEqual([
      "card_instructions_kept",
      "card_fields_kept",
      "card_extensions_kept",
    ]);
    const v3 = {
      name: "Odo",
      assets: [{}],
      group_only_greetings: ["All."],
      creator_notes_multilingual: {},
      source: [],
    };
    expect(codes(JSON.stringify({ spec: "chara_card_v3", spec_version: "3.1", data: v3 }))).toEqual([
      "card_newer_version",
      "card_assets_kept",
      "card_group_greetings_kept",
      "card_notes_kept",
    ]);
    const entries = [
      { content: "@@depth 4\nA" },
      { content: "B", enabled: false },
      { content: " " },
      { content: "C", use_regex: true },
    ];
    expect(readCard(v2({ character_book: { entries } })).remarks.map(({ message }) => message)).toEqual([
      "2 entries of the lorebook are off or empty and became no facts.",
      "1 entry begins with decorators (@@), which are kept, not used.",
      "1 entry has regular expressions as keys, which are kept, not used.",
    ]);
  });
});

describe("a lorebook", () => {
  const tide = {
    name: "tide",
    keys: ["tide", "ebb"],
    secondary_keys: ["moon"],
    text: "The tide takes the road.\n\nTwice a day.",
    decorators: ["@@depth 5", "@@@instruct_depth 5"],
    enabled: true,
    constant: true,
    use_regex: false,
    insertion_order: 3,
  };
  const content = "@@depth 5\n@@@instruct_depth 5\n\nThe tide takes the road.\n\nTwice a day.";

  test("is read from a card, with its keys and its decorators as they are", () => {
    const entry = {
      name: "tide",
      keys: ["tide", "ebb"],
      secondary_keys: "moon",
      content,
      enabled: true,
      constant: true,
      insertion_order: 3,
    };
    const { lorebook } = readCard(v2({ character_book: { name: "Coast", entries: [entry] } }));
    expect(lorebook).toEqual({ name: "Coast", entries: [{ ...tide, pointer: "/data/character_book/entries/0" }] });
  });

  test("is read from a file of its own", () => {
    const entry = {
      comment: "tide",
      keys: ["tide", "ebb"],
      secondary_keys: ["moon"],
      content,
      constant: true,
      insertion_order: 3,
    };
    const book = { name: "Coast", entries: [entry] };
    const found = { name: "Coast", entries: [{ ...tide, pointer: "/data/entries/0" }] };
    expect(readLorebook(JSON.stringify({ spec: "lorebook_v3", data: book }))).toEqual(found);
    expect(readLorebook(JSON.stringify(book)).entries).toEqual([{ ...tide, pointer: "/entries/0" }]);
  });

  test("is read from the World Info of SillyTavern, where an entry is disabled and has an order", () => {
    const entry = {
      uid: 7,
      key: ["tide", "ebb"],
      keysecondary: ["moon"],
      comment: "tide",
      content,
      constant: true,
      order: 3,
      disable: false,
    };
    const off = { uid: 8, key: [], keysecondary: [], content: "No.", disable: true };
    expect(readLorebook(JSON.stringify({ entries: { 7: entry, 8: off } })).entries).toEqual([
      { ...tide, pointer: "/entries/7" },
      expect.objectContaining({ text: "No.", enabled: false, constant: false, insertion_order: 100, keys: [] }),
    ]);
  });

  test.each([
    ['{"spec":"chara_card_v2"}', "is not a lorebook"],
    ['{"name":"Coast"}', "has no entries"],
    ['{"entries":{"7":[]}}', "/entries/7 must be an object"],
    ['{"entries":{"7":{"content":7}}}', "/entries/7/content must be text"],
  ])("is refused with the reason: %s", (text, reason) => expect(() => readLorebook(text)).toThrow(reason));
});
