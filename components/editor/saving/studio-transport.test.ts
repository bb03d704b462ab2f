import { afterEach, describe, expect, test, vi } from "vitest";
import { createStudioClient } from "../../frame/api/client.ts";
import { SendFailed, type SentBatch } from "./outbox/transport.ts";
import { studioTransport } from "./studio-transport.ts";

const BATCH: SentBatch = { projectId: "prj_a", graphId: "dlg_a", batchId: "b", clientId: "c", gestures: [] };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns the failure that the outbox gets for an answer to its batch. */
async function failureOf(answer: () => Response) {
  vi.stubGlobal("fetch", async () => answer());
  const failed = await studioTransport(createStudioClient("wsp_a"), "wsp_a")
    .send(BATCH, { keepalive: false })
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SendFailed);
  return (failed as SendFailed).failure;
}

/** A refusal as the studio's operations write it. */
function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  const problem = { code, message: "Not now.", request_id: "req_a", error: "Refused", detail: null };
  const data = { httpStatus: status, path: null, problem, detail: null };
  return Response.json({ error: { code: -32_603, message: "Not now.", data } }, { status, headers });
}

describe("a batch that was not taken", () => {
  test.each([
    [500, "internal_error"],
    [503, "unavailable"],
  ])("is refused with the request and the words of the service, %i", async (status, code) => {
    expect(await failureOf(() => refusal(status, code))).toMatchObject({
      kind: "refused",
      status,
      code,
      message: "Not now.",
      requestId: "req_a",
    });
  });

  test("waits as long as it was told", async () => {
    const failure = await failureOf(() => refusal(429, "rate_limited", { "retry-after": "7" }));
    expect(failure).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });

  test("was not reached where nobody answered", async () => {
    const failure = await failureOf(() => {
      throw new TypeError("fetch failed");
    });
    expect(failure).toEqual({ kind: "unreached" });
  });
});
