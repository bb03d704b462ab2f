import { describe, expect, test } from "vitest";
import { readCard } from "./read-card.ts";
import { type CardChanges, writeCard } from "./write-card.ts";

const SOURCE = `{
    "name": "Odo",
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "description" : "Keeper.",
    "data": {
        "tags": [
            "g\\u0061te",
            "old"
        ],
        "talkativeness": 0.50,
        "name": "Odo",
        "description": "Keeper.",
        "alternate_greetings": [],
        "character_book": {
            "entries": [
                {"keys": ["tide"], "content": "@@depth 2\\nHigh at noon.", "extensions": {"weight": 1.0}},
                { "keys": ["moon"], "content": "Red.", "id": 12 }
            ]
        },
        "extensions": {}
    }
}
`;

/** Returns the lines of a written card that are not lines of the source. */
function changedLines(changes: CardChanges, version?: 2 | 3): string[] {
  const before = SOURCE.split("\n");
  return writeCard({ source: SOURCE, changes, ...(version !== undefined && { version }) })
    .split("\n")
    .filter((line) => !before.includes(line))
    .map((line) => line.trim());
}

describe("writeCard", () => {
  test("changes a text, and the copy of it that is for older readers", () => {
    expect(changedLines({ description: "Gone." })).toEqual(['"description" : "Gone.",', '"description": "Gone.",']);
  });

  test("changes one item of a list, and keeps those that stay where others come or go", () => {
    expect(changedLines({ tags: ["gate", "new"] })).toEqual(['"new"']);
    expect(changedLines({ tags: ["old", "gate", "new"] })).toEqual(['"old",', '"new"']);
    expect(changedLines({ tags: [] })).toEqual(['"tags": [],']);
  });

  test("adds fields that the source does not have behind its others", () => {
    expect(changedLines({ greetings: ["Well?", "Again?"], mood: "x" } as CardChanges)).toEqual([
      '"alternate_greetings": ["Again?"],',
      '"extensions": {},',
      '"first_mes": "Well?"',
    ]);
    const own = {
      role: "keeper",
      aliases: ["O"],
      goals: [{ text: "Rest.", priority: 1 }],
      style: "dry",
      mood: "tired",
    };
    const text = writeCard({ source: SOURCE, changes: { own } });
    expect(readCard(text).own).toEqual(own);
    expect(text.split('{"fabula":')).toHaveLength(2);
  });

  test("changes, adds and removes entries of a lorebook, and keeps the others as they were written", () => {
    expect(changedLines({ lore: [{ entry: 0, text: "High at dusk." }, { entry: 1 }] })).toEqual([
      '{"keys": ["tide"], "content": "@@depth 2\\nHigh at dusk.", "extensions": {"weight": 1.0}},',
    ]);
    const added = { keys: ["road"], secondary_keys: [], text: "Flooded.", constant: true };
    const text = writeCard({ source: SOURCE, changes: { lore: [{ entry: 1, text: "Pale." }, added] } });
    expect(text).toContain('{ "keys": ["moon"], "content": "Pale.", "id": 12 },\n');
    expect(readCard(text).lorebook?.entries).toMatchObject([
      { keys: ["moon"], text: "Pale." },
      { keys: ["road"], text: "Flooded.", constant: true, enabled: true },
    ]);
    expect(changedLines({ lore: [] })).toEqual(['"entries": []']);
  });

  test("gives a card a lorebook where it has none", () => {
    const added = { keys: ["road"], secondary_keys: ["sea"], text: "Flooded.", constant: false };
    const text = writeCard({ source: null, changes: { name: "Odo", lore: [added] } });
    expect(readCard(text).lorebook?.entries).toMatchObject([added]);
    expect(writeCard({ source: null, changes: { lore: [] } })).not.toContain("character_book");
    const empty = '{"spec":"chara_card_v3","data":{"name":"Odo","character_book":{"name":"Coast"}}}';
    const filled = readCard(writeCard({ source: empty, changes: { lore: [added] } })).lorebook;
    expect(filled).toMatchObject({ name: "Coast", entries: [added] });
  });

  test("writes another version with what that must have", () => {
    const lines = changedLines({}, 3);
    expect(lines.slice(0, 2)).toEqual(['"spec": "chara_card_v3",', '"spec_version": "3.0",']);
    expect(lines).toContain('{ "keys": ["moon"], "content": "Red.", "id": 12, "use_regex": false }');
    expect(lines).toContain('"group_only_greetings": [],');
    expect(writeCard({ source: '{ "name" : "Odo", "description":"", "x": 1.0 }\n', version: 2 })).toMatch(
      /^\{"spec":"chara_card_v2","spec_version":"2.0","data":\{ "name" : "Odo", "description":"", "x": 1\.0, "personality" : "",/,
    );
  });

  test("writes a whole card where there is no source, the same each time", () => {
    const changes = { name: "Odo", greetings: ["Well?", "Again?"], sample_lines: ["A", "B"], tags: ["gate"] };
    const text = writeCard({ source: null, changes });
    expect(text).toBe(writeCard({ source: null, changes }));
    expect(readCard(text)).toMatchObject({ version: 3, ...changes, remarks: [] });
    expect(JSON.parse(text).data).toMatchObject({
      first_mes: "Well?",
      mes_example: "<START>\nA\n<START>\nB",
      group_only_greetings: [],
      extensions: {},
      creator: "",
    });
    expect(JSON.parse(writeCard({ source: null, changes, version: 2 }))).toMatchObject({ spec: "chara_card_v2" });
  });

  test("does not repeat the spaces of a source without limit", () => {
    const far = " ".repeat(100_000);
    const source = `{"spec":"chara_card_v3","data":{${far}"name"${far}:${far}"Odo","tags":[${far}"a"${far},${far}"b"]}}`;
    const tags = Array.from({ length: 200 }, (_, at) => `t${at}`);
    const text = writeCard({ source, changes: { tags, scenario: "x", personality: "y", creator: "z" } });
    expect(text.length).toBeLessThan(source.length + 5_000);
    expect(readCard(text)).toMatchObject({ tags, scenario: "x" });
  });
});
