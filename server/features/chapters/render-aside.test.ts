import { expect, test } from "vitest";
import { BoundExceeded, noThreads, type Threads } from "../../operation/threads.ts";
import { renderAside } from "./render-aside.ts";

const asker = { workspace: "wsp_1" };

test("passages are rendered in their order, some of them in each turn of a thread", async () => {
  const turns: number[] = [];
  const counted: Threads = {
    values: (task, bounds) => {
      turns.push((task.input as { texts: string[] }).texts.length);
      return noThreads.values(task, bounds);
    },
  };
  const texts = Array.from({ length: 30 }, (_, at) => `${at} ${"a ".repeat(9_000)}`);
  const pieces: string[] = [];
  for await (const piece of renderAside(counted, { form: "xhtml", texts }, asker)) pieces.push(piece);
  expect(pieces.map((piece) => piece.split(" ")[0])).toEqual(texts.map((_, at) => `<p>${at}`));
  expect(turns).toEqual([15, 15]);
});

test("passages that take too long are refused as busy", async () => {
  const exhausted: Threads = {
    // biome-ignore lint/correctness/useYield: it ends before its first value
    async *values() {
      throw new BoundExceeded({ deadlineMs: 10_000 });
    },
  };
  const rendered = renderAside(exhausted, { form: "docx", texts: ["The tide."] }, asker);
  await expect(rendered.next()).rejects.toMatchObject({ code: "busy" });
});
