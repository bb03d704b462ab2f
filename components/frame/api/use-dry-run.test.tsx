import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { useDryRun } from "./use-dry-run.ts";

interface Asked {
  readonly find: string;
}

/** Does a step, and waits until what follows from it is shown. */
const shownAfter = (step: () => void) =>
  act(async () => {
    step();
    // The refusal is told in a turn of its own.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setTimeout(done));
  });

/** Trials that are answered when the test says so. */
async function openTrial(first: Asked | null) {
  const sent: { readonly asked: Asked; readonly answer: (words: string) => void; readonly refuse: () => void }[] = [];
  const tryOut = (asked: Asked) =>
    new Promise<string>((answer, refuse) => sent.push({ asked, answer, refuse: () => refuse(new Error("Refused.")) }));
  const queries = new QueryClient();
  const shown = renderHook(({ asked }) => useDryRun(tryOut, asked), {
    initialProps: { asked: first },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  });
  await shownAfter(() => {});
  return {
    sent,
    state: () => {
      const { data, error, isPending } = shown.result.current;
      return { data, error: error?.message, isPending };
    },
    ask: (asked: Asked | null) => shownAfter(() => shown.rerender({ asked })),
    again: () => shownAfter(() => shown.result.current.again()),
    answer: (at: number, words: string) => shownAfter(() => sent[at]?.answer(words)),
    refuse: (at: number) => shownAfter(() => sent[at]?.refuse()),
  };
}

const NOTHING = { data: undefined, error: undefined, isPending: false };

test("given an answer that is on its way, when another change is asked about, then only the answer to that one is shown", async () => {
  const trial = await openTrial({ find: "to" });
  await trial.ask({ find: "toll" });
  expect(trial.sent.map(({ asked }) => asked.find)).toEqual(["to", "toll"]);
  await trial.answer(1, "two places");
  await trial.answer(0, "nine places");
  expect(trial.state()).toEqual({ ...NOTHING, data: "two places" });
  await trial.ask({ find: "ferry" });
  expect(trial.state()).toEqual({ ...NOTHING, isPending: true });
});

test("the same question is sent once, and no question is none", async () => {
  const trial = await openTrial(null);
  expect([trial.sent, trial.state()]).toEqual([[], NOTHING]);
  await trial.ask({ find: "toll" });
  await trial.ask({ find: "toll" });
  expect(trial.sent).toHaveLength(1);
  await trial.answer(0, "two places");
  await trial.ask(null);
  expect(trial.state()).toEqual(NOTHING);
});

test("a refusal is shown until the same change is tried out again", async () => {
  const trial = await openTrial({ find: "(" });
  await trial.refuse(0);
  expect(trial.state()).toEqual({ ...NOTHING, error: "Refused." });
  await trial.again();
  expect(trial.state()).toEqual({ ...NOTHING, isPending: true });
  await trial.answer(1, "one place");
  expect(trial.state()).toEqual({ ...NOTHING, data: "one place" });
});
