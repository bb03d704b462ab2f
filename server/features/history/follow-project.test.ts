import { expect, test } from "vitest";
import type { Live } from "../../operation/live.ts";
import type { RecordedEvent } from "../../record/event.ts";
import { followProject, type View } from "./follow-project.ts";

const eventOf = (seq: number, length: number) =>
  ({ seq, data: { text: "x".repeat(length) } }) as never as RecordedEvent;

/** Followers who are all given one page, and then nothing. */
async function toldOf(page: readonly RecordedEvent[], view: View): Promise<readonly unknown[][]> {
  const live = {
    feed: {
      follow: () => {
        const pages = [page];
        return { page: () => pages.shift() ?? [], close: () => {} };
      },
    },
  } as never as Live;
  const follow = async () => {
    const over = new AbortController();
    const caller = { kind: "key" } as never;
    const messages = followProject(live, { caller, projectId: "prj_1", afterSeq: 0, head: 0, view })(over.signal);
    const lists: unknown[] = [];
    for await (const list of messages) {
      lists.push(list);
      const last = list.at(-1);
      if (last?.type === "end" || (last?.type === "event" && last.data.seq === page.at(-1)?.seq)) over.abort();
    }
    return lists.slice(1);
  };
  return Promise.all([follow(), follow()]);
}

test("what followers at one place are told is made once, in order, in lists that a socket holds", async () => {
  const page = [eventOf(1, 40_000), eventOf(2, 20_000), eventOf(3, 20_000), eventOf(4, 200_000), eventOf(5, 10)];
  const asked: number[][] = [];
  const view = (name: string, atOnce: number): View => ({
    name,
    show: async (events) => {
      asked.push(events.map(({ seq }) => seq));
      return events.slice(0, atOnce) as never;
    },
  });
  const [one = [], other = []] = await toldOf(page, view("whole", 5));
  const seqs = (lists: readonly unknown[]) =>
    (lists as { data: RecordedEvent }[][]).map((list) => list.map(({ data }) => data?.seq));
  expect(seqs(one).slice(0, 4)).toEqual([[1, 2], [3], [4], [5]]);
  for (const index of [0, 1, 2, 3]) expect(other[index]).toBe(one[index]);
  expect(asked).toEqual([[1, 2, 3, 4, 5]]);
  const [part = []] = await toldOf(page, view("three at once", 3));
  expect(seqs(part).slice(0, 4)).toEqual([[1, 2], [3], [4], [5]]);
  expect(asked.slice(1)).toEqual([
    [1, 2, 3, 4, 5],
    [4, 5],
  ]);
});

test("a failure ends those who are told, and is not kept for the next", async () => {
  const page = [eventOf(1, 10)];
  let failures = 0;
  const view: View = {
    name: "plain",
    show: async (events) => {
      if (failures === 0) {
        failures += 1;
        throw new Error("no connection");
      }
      return events as never;
    },
  };
  for (const lists of await toldOf(page, view)) expect(lists).toMatchObject([[{ type: "end" }]]);
  for (const lists of await toldOf(page, view)) expect(lists[0]).toMatchObject([{ data: { seq: 1 } }]);
});
