import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SpokenNode } from "#domain/runtime/reading.ts";
import { answersTheSame } from "#domain/runtime/relied-on.ts";
import { dialogue, node, variable, way } from "#domain/runtime/story.fixture.ts";
import { BoundExceeded, noThreads, type Threads } from "../../operation/threads.ts";
import { ThreadPool } from "../../process/thread-pool.ts";
import type { Story } from "../runs/public.ts";
import { type Play, ReadingPlayer } from "./play-aside.ts";

const gate = node("gate", [way("pay", "inn"), way("leave", "sea")], { text: "You have {n}." });
const inn = node("inn", [way("sleep", "bed", { target_graph_id: "dlg_2" })]);
const bed = node("bed");
const spoken = (graph_id: string, each: typeof gate): typeof gate & SpokenNode => {
  return { ...each, graph_id, speaker_id: null, speaker_label: each.id };
};
const own = [gate, inn, node("sea")].map((each) => spoken("dlg_1", each));
const further = spoken("dlg_2", bed);
const played = {
  ...dialogue(own, [variable("var_n", "integer", 3)]),
  others: new Map([["dlg_2", { id: "dlg_2", start: null, nodes: new Map([["bed", further]]) }]]),
  world: { entities: {}, relationships: [], facts: [], time: null },
};
const nodes = new Map([...own, further].map((each) => [each.id, each]));
const story = { dialogue: played, nodes } as unknown as Story;

const playOf = (...taken: string[]): Play<"lines"> => {
  const actions = taken.map((choose) => ({ choose }));
  return { reading: { beginning: { seed: 1 }, from: null, actions }, given: null };
};
const PLAYS = [playOf("pay", "sleep"), playOf("leave"), playOf("leave", "pay"), playOf()];
const asker = { workspace: "wsp_1" };

async function answers(player: ReadingPlayer) {
  const found = [];
  for await (const each of player.play({ story, asked: "lines", plays: PLAYS })) found.push(each);
  return found;
}

let pool: ThreadPool;
beforeAll(() => {
  pool = new ThreadPool();
});
afterAll(() => pool.close());

describe("readings", () => {
  test("come to the same in a thread as where they are asked for, and rely on the same", async () => {
    const here = await answers(new ReadingPlayer(noThreads, asker, Number.POSITIVE_INFINITY));
    const aside = await answers(new ReadingPlayer(pool, asker, 0));
    expect(here[0]?.answer.lines.map(({ text }) => text)).toEqual([
      "You have 3.",
      "pay",
      "Words of inn.",
      "sleep",
      "Words of bed.",
      "ending",
    ]);
    expect(aside.map(({ answer }) => answer)).toEqual(here.map(({ answer }) => answer));
    for (const [index, { reliedOn }] of aside.entries()) {
      expect(reliedOn).toEqual(here[index]?.reliedOn);
      expect(reliedOn !== null && answersTheSame(story.dialogue, reliedOn)).toBe(true);
    }
  });

  test("that are ended count as too long, and those behind them are played", async () => {
    const begun: number[] = [];
    const bounds: Threads = {
      // The second reading never comes to its end.
      async *values(task, limits) {
        const { plays } = task.input as { plays: unknown[] };
        begun.push(plays.length);
        if (plays.length === 3) throw new BoundExceeded({ deadlineMs: 10_000 });
        let left = plays.length;
        for await (const value of noThreads.values(task, limits)) {
          if (left-- === 3) throw new BoundExceeded({ deadlineMs: 10_000 });
          yield value;
        }
      },
    };
    const found = await answers(new ReadingPlayer(bounds, asker, 0));
    expect(found.map(({ answer }) => answer.misstep?.reason ?? null)).toEqual([null, "too_long", "over", null]);
    expect(found.map(({ reliedOn }) => reliedOn === null)).toEqual([false, true, false, false]);
    expect(begun).toEqual([4, 3, 2]);
  });

  test("are not played for a caller who has left", async () => {
    const left = new Error("they left");
    const player = new ReadingPlayer(pool, { ...asker, signal: AbortSignal.abort(left) });
    await expect(answers(player)).rejects.toBe(left);
  });
});
