import { expect, test, vi } from "vitest";
import type { StudioClient } from "../../frame/api/client.ts";
import { followProject } from "./follow-project.ts";
import type { LiveEvent } from "./live-message.ts";
import type { LiveOptions } from "./open-live.ts";

test("a page that is opened again soon is told what happened since it was left", async () => {
  vi.useFakeTimers();
  const opened: LiveOptions[] = [];
  const told: number[] = [];
  const readHead = vi.fn(async () => 7);
  const client = {} as StudioClient;
  const follow = (page: string) =>
    followProject({
      client,
      projectId: "prj_1",
      page,
      gathersMs: 5,
      readHead,
      onEvents: (events) => void told.push(...events.map(({ seq }) => seq)),
      open: (options) => {
        opened.push(options);
        return { seq: () => options.afterSeq, retry: () => undefined, close: () => undefined };
      },
    });
  const happen = (seq: number) => opened.at(-1)?.onEvents([{ seq } as LiveEvent]);
  let leave = follow("places");
  await vi.advanceTimersByTimeAsync(0);
  happen(8);
  await vi.advanceTimersByTimeAsync(5);
  happen(9);
  // This one is not told any more: the page is left before its turn.
  leave();
  leave = follow("history");
  await vi.advanceTimersByTimeAsync(0);
  happen(10);
  leave();
  leave = follow("places");
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  leave = follow("places");
  await vi.advanceTimersByTimeAsync(0);
  leave();
  expect(told).toEqual([8]);
  expect(opened.map(({ afterSeq }) => afterSeq)).toEqual([7, 7, 8, 7]);
  expect(readHead).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
