import { describe, expect, test } from "vitest";
import { storyCache } from "./story-cache.ts";
import type { StoryNode } from "./story-nodes.ts";

const LIMITS = { stories: 4, bytes: 40_000, largest: 20_000 };

/** A story of one node with this text, and an entity with these properties. */
function storyOf(text: string, properties = {}) {
  // Only its bytes are asked for.
  const node = {
    id: "node_1",
    text,
    branches: [],
    extensions: { tool: { notes: [1, null, true] } },
  } as unknown as StoryNode;
  const world = { entities: { ent_1: { parent_id: null, properties } }, relationships: [], facts: [], time: null };
  const nodes = new Map([[node.id, node]]);
  return { story: { dialogue: { id: "dlg_1", start: null, nodes, variables: new Map(), world }, nodes } };
}

describe("stories are kept", () => {
  test("by the bytes of their texts, of two for a character beyond Latin-1", () => {
    const stories = storyCache(LIMITS);
    const known = (key: string) => stories.has(key);
    stories.set("short", storyOf("a".repeat(12_000)));
    expect(stories.calculatedSize).toBeGreaterThan(12_000);
    expect(stories.calculatedSize).toBeLessThan(13_000);
    stories.set("long", storyOf("a".repeat(24_000)));
    stories.set("wide", storyOf("Ж".repeat(12_000)));
    stories.set("world", storyOf("", { pages: Array.from({ length: 3_000 }, () => 1) }));
    expect(["short", "long", "wide", "world"].map(known)).toEqual([true, false, false, false]);
  });

  test("as long as there is room for all of them, the last ones longest", () => {
    const stories = storyCache(LIMITS);
    for (let n = 0; n < 5; n += 1) stories.set(`${n}`, storyOf("a".repeat(12_000)));
    expect([...stories.keys()]).toEqual(["4", "3", "2"]);
    for (let n = 5; n < 12; n += 1) stories.set(`${n}`, storyOf("a"));
    expect(stories.size).toBe(LIMITS.stories);
  });
});
