import { act, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import type { LiveOptions } from "./open-live.ts";
import { useFollowProject } from "./use-follow-project.ts";

const opened: LiveOptions[] = [];
vi.mock("./open-live.ts", () => ({
  openLive: (options: LiveOptions) => {
    opened.push(options);
    return { seq: () => options.afterSeq, retry: () => undefined, close: () => undefined };
  },
}));

const told: number[] = [];

function Page({ name }: { name: string }) {
  useFollowProject({ page: name, onEvents: (events) => void told.push(...events.map(({ seq }) => seq)), gathersMs: 5 });
  return null;
}

test("a page that is opened again soon is told what happened since it was left", async () => {
  const answer = vi.fn(() => ({ last_seq: 7, archived: false }));
  answerWith({ "projects.get": answer });
  const shown = (name: string | null) => <Studio>{name !== null && <Page name={name} />}</Studio>;
  const { rerender } = render(shown("places"));
  const follows = async (count: number) => vi.waitFor(() => expect(opened).toHaveLength(count), { timeout: 10_000 });
  const happen = (seq: number) => act(() => opened.at(-1)?.onEvents([{ seq, commit_seq: seq } as never]));
  await follows(1);
  happen(8);
  await vi.waitFor(() => expect(told).toEqual([8]), { timeout: 10_000 });
  // This one is not told any more: the page is left before its turn.
  happen(9);
  rerender(shown(null));
  rerender(shown("timeline"));
  await follows(2);
  happen(10);
  rerender(shown("places"));
  await follows(3);
  expect(opened.map(({ afterSeq }) => afterSeq)).toEqual([7, 7, 8]);
  expect(answer).toHaveBeenCalledTimes(1);
});
