import { expect, test } from "vitest";
import { callerOfProject } from "../kernel/scope.ts";
import { STREAMS_PER_CALLER, STREAMS_PER_WORKSPACE, Streams } from "./streams.ts";

test("streams of all callers of a workspace are limited, those of another are not among them", async () => {
  const streams = new Streams({ pollMs: 1_000, recheckMs: 1_000, stallMs: 1_000, heartbeatMs: 1_000 }, async () => []);
  const open = (workspaceId: string, actor: string) =>
    streams.open({
      claim: {
        caller: callerOfProject({ actor, workspaceId, projectId: "prj", mode: "test" }),
        scope: "read",
        projectId: "prj",
      },
      messages: async function* () {},
    });
  const opened = Array.from({ length: STREAMS_PER_WORKSPACE }, (_, at) =>
    open("crowded", `key:${Math.floor(at / STREAMS_PER_CALLER)}`),
  );
  expect(() => open("crowded", "key:new")).toThrow(
    expect.objectContaining({
      code: "rate_limited",
      detail: expect.objectContaining({ limit: STREAMS_PER_WORKSPACE }),
    }),
  );
  open("other", "key:new").close();
  opened[0]?.close();
  opened.push(open("crowded", "key:new"));
  for (const stream of opened) stream.close();
  expect(streams.size).toBe(0);
});
