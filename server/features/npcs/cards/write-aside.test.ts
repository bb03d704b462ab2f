import { afterAll, beforeAll, expect, test } from "vitest";
import { BoundExceeded, noThreads, type Threads } from "../../../operation/threads.ts";
import { ThreadPool } from "../../../process/thread-pool.ts";
import type { NpcVersion } from "../npc.ts";
import { type CardTask, writeCardAside } from "./write-aside.ts";

const asker = { workspace: "wsp_1" };
const file = (name: string, entry: string) => {
  const data = { name, description: "Keeps the gate.", character_book: { entries: [{ keys: ["k"], content: entry }] } };
  return new TextEncoder().encode(JSON.stringify({ spec: "chara_card_v2", spec_version: "2.0", data }));
};
const fields = {
  role: "",
  description: "Kept it.",
  personality: "",
  goals: [],
  style: "",
  sample_lines: [],
  greetings: [],
};
const npc = { ...fields, mood: "", card_facts: ["fact_1"], earlier_cards: ["first"], earlier_card_facts: [["fact_2"]] };
const facts = [
  { id: "fact_1", text: "The gate opens at ebb." },
  { id: "fact_2", text: "The lamp is broken." },
];
const task = (view: CardTask["view"]): CardTask => ({
  material: {
    npc: npc as unknown as NpcVersion,
    name: "Odo",
    aliases: [],
    facts,
    withheld: new Set(["fact_3"]),
    hiddenNames: null,
  },
  view,
  version: 3,
  last: file("Odo", "The gate opens at ebb."),
  earlier: view === "source" ? [null] : [file("Odo", "The lamp is lit.")],
});

let pool: ThreadPool;
beforeAll(() => {
  pool = new ThreadPool();
});
afterAll(() => pool.close());

test("a card is the same from a thread as where it is asked for, in either view", async () => {
  for (const view of ["current", "source"] as const) {
    const aside = await writeCardAside(pool, task(view), asker);
    expect(aside).toEqual(await writeCardAside(noThreads, task(view), asker));
    expect(aside.text.includes("The lamp is broken.")).toBe(view === "current");
  }
});

test("a card that takes too long to write is refused as busy", async () => {
  const exhausted: Threads = {
    // biome-ignore lint/correctness/useYield: it ends before its first value
    async *values() {
      throw new BoundExceeded({ deadlineMs: 10_000 });
    },
  };
  await expect(writeCardAside(exhausted, task("current"), asker)).rejects.toMatchObject({ code: "busy" });
});
