import { getPriority } from "node:os";
import { afterAll, expect, test } from "vitest";
import { BoundExceeded, type Bounds } from "../operation/threads.ts";
import { type FixtureTask, work } from "./thread-pool.fixture.ts";
import { ThreadPool } from "./thread-pool.ts";

const pool = new ThreadPool();
const module = new URL("./thread-pool.fixture.ts", import.meta.url).href;

afterAll(() => pool.close());

async function runsOf(does: FixtureTask["does"], bounds: Partial<Bounds> = {}): Promise<unknown[]> {
  const task = { module, input: { does }, work };
  const values: unknown[] = [];
  for await (const value of pool.values(task, { workspace: "wsp_a", deadlineMs: 10_000, ...bounds }))
    values.push(value);
  return values;
}

test("a thread is used again after its task, and never after one that failed or was ended", async () => {
  expect(await runsOf("count")).toEqual([{ runs: 1 }]);
  expect(await runsOf("count")).toEqual([{ runs: 2 }]);
  const refused = { type: "value_error", loc: ["body"], msg: "Value error, it is wrong", input: "refuse" };
  await expect(runsOf("refuse")).rejects.toMatchObject({ name: "ValidationProblem", items: [refused] });
  expect(await runsOf("count")).toEqual([{ runs: 4 }]);
  await expect(runsOf("pollute")).rejects.toThrow(/object is not extensible/);
  expect(await runsOf("count")).toEqual([{ runs: 1 }]);
  await runsOf("replace");
  expect(await runsOf("count")).toEqual([{ runs: 1 }]);

  await expect(runsOf("spin", { deadlineMs: 50 })).rejects.toThrow(BoundExceeded);
  expect(await runsOf("count")).toEqual([{ runs: 1 }]);

  // Its deadline counts what it computes; waiting alone reaches three times as many milliseconds.
  await expect(runsOf("wait", { deadlineMs: 50 })).rejects.toThrow("took longer than 1 s");
  expect(await runsOf("count")).toEqual([{ runs: 1 }]);

  const gone = new AbortController();
  const left = runsOf("spin", { signal: gone.signal });
  setTimeout(() => gone.abort(new Error("the caller left")), 50);
  await expect(left).rejects.toThrow("the caller left");

  await expect(runsOf("fill", { memoryMiB: 32 })).rejects.toThrow("took more than 32 MiB of memory");
  expect(await runsOf("count")).toEqual([{ runs: 1 }]);
});

test("values come one after another, those before a refusal too", async () => {
  const values: unknown[] = [];
  const taken = (async () => {
    const task = { module, input: { does: "many" as const }, work };
    for await (const value of pool.values(task, { workspace: "wsp_a", deadlineMs: 10_000 })) values.push(value);
  })();
  await expect(taken).rejects.toMatchObject({ name: "ValidationProblem" });
  const expected = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? { at } : new Uint8Array(10_000).fill(at)));
  expect(values.slice(1)).toEqual(expected);
});

test.runIf(process.platform === "linux")("a thread gives way to the one that serves requests", async () => {
  const own = getPriority();
  expect((await runsOf("priority")).at(-1)).toEqual({ priority: Math.min(19, own + 5) });
  expect(getPriority()).toBe(own);
});
