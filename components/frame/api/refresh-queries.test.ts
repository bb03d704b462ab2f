import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refreshQueries } from "./refresh-queries.ts";

test("given a first answer that is on its way, when something changes, then what is shown is what was answered afterwards", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const moments: string[] = [];
  const first = Promise.withResolvers<void>();
  let asked = 0;
  const shown = new QueryObserver(queries, {
    queryKey: ["moments"],
    queryFn: async () => {
      const answer = [...moments];
      if (asked++ === 0) await first.promise;
      return answer;
    },
  });
  const forget = shown.subscribe(() => {});
  moments.push("Before the cut");
  const again = refreshQueries(queries, ["moments"]);
  first.resolve();
  await again;
  expect(shown.getCurrentResult().data).toEqual(["Before the cut"]);
  expect(asked).toBe(2);
  forget();
  queries.clear();
});
