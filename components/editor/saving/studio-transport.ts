import { createTRPCClient, httpLink } from "@trpc/client";
import type { AppRouter } from "#server/trpc/router.ts";
import { callHeaders, type Inputs, isRefusal, type Outputs, type StudioClient } from "../../frame/api/client.ts";
import type { OwnCommit } from "../../frame/api/commits.ts";
import { requestIdOf, responseOf, statusOf } from "../../frame/api/failure.ts";
import { reportReachable } from "../../frame/api/online.ts";
import { faultWords, isUnanswered } from "../../ui/call-failure.ts";
import { faultSentence } from "../../ui/form/fault-words.ts";
import { reportFault } from "../../ui/form/form-errors.ts";
import type { ConflictFact } from "./outbox/entry.ts";
import { type Failure, type GestureAnswer, SendFailed, type SentBatch, type Transport } from "./outbox/transport.ts";

type BatchInput = Inputs["dialogues"]["batch"];
type Result = Outputs["dialogues"]["batch"]["results"][number];

/** A request that takes longer has failed: the same batch is sent again, and counts once. */
const LONGEST_MS = 30_000;

/** Commits of gestures are told by their acknowledgements. */
const OF_GESTURES: OwnCommit = { committed: () => undefined };

/** The way to the server through the studio's own operations. */
export function studioTransport(client: StudioClient, workspaceId: string): Transport {
  let lasting: StudioClient | null = null;
  return {
    async send(batch, { keepalive }) {
      try {
        if (keepalive) lasting ??= createStoredClient(workspaceId);
        const sender = (keepalive ? lasting : null) ?? client;
        const signal = AbortSignal.timeout(LONGEST_MS);
        const options = keepalive ? {} : { signal, context: { ...OF_GESTURES } };
        const { seq, results } = await sender.dialogues.batch.mutate(inputOf(batch), options);
        reportReachable(true);
        return { seq, gestures: ordered(results), requestId: null };
      } catch (error) {
        throw failed(error);
      }
    },
    async whoAmI() {
      try {
        const { user, workspace } = await client.keys.me.query(
          {},
          { context: { alone: true }, signal: AbortSignal.timeout(LONGEST_MS) },
        );
        reportReachable(true);
        return user === null ? null : { userId: user.id, workspaceId: workspace.id, email: user.email };
      } catch (error) {
        if (statusOf(error) === 401) return null;
        throw failed(error);
      }
    },
  };
}

function inputOf({ projectId, graphId, batchId, clientId, gestures }: SentBatch): BatchInput {
  // Expressions are sent as they are held; the server checks them, and its input type leaves their ids open.
  return {
    project_id: projectId,
    graph_id: graphId,
    batch_id: batchId,
    client_id: clientId,
    gestures,
  } as BatchInput;
}

function ordered(results: readonly Result[]): GestureAnswer[] {
  const answers: GestureAnswer[] = [];
  for (const { gesture, status, versions, problem } of results) {
    answers[gesture] =
      status === "applied" || problem === null
        ? { applied: true, versions }
        : {
            applied: false,
            status: problem.status,
            code: problem.code ?? "validation_error",
            message: sentence(problem),
            conflicts: conflictsIn(problem.detail),
            missing: missingIn(problem.detail),
          };
  }
  return answers;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function conflictsIn(detail: unknown): ConflictFact[] {
  if (!isObject(detail) || !Array.isArray(detail.conflicts)) return [];
  return detail.conflicts.filter(isObject).map((each) => ({
    id: String(each.id),
    field: String(each.field),
    mine: each.mine,
    theirs: each.theirs,
    by: String(each.by),
    at: String(each.at),
  }));
}

const missingIn = (detail: unknown): string | null =>
  isObject(detail) && typeof detail.id === "string" ? detail.id : null;

/** Returns a refusal in words: of a validation error, its first item. */
function sentence({ message, detail }: { message: string; detail: unknown }): string {
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined;
  return isObject(first) && typeof first.msg === "string" ? faultSentence(first.msg) : message;
}

function failed(error: unknown): SendFailed {
  const failure = failureOf(error);
  reportReachable(failure.kind === "refused");
  return new SendFailed(failure);
}

function failureOf(error: unknown): Failure {
  const status = statusOf(error);
  if (!isRefusal(error) || status === null) {
    const response = responseOf(error);
    // A gateway answered in its own words.
    if (response !== null && response.status >= 400) return refused(response.status, response, error);
    if (isUnanswered(error)) return { kind: "unreached" };
    // An exception in the page is no lost connection: saving says that it failed, and tries again.
    reportFault(error);
    const fault = { status: 500, code: "unknown", message: faultWords(error) };
    return { kind: "refused", ...fault, requestId: null, retryAfterMs: null, gestures: [] };
  }
  return refused(status, responseOf(error), error);
}

function refused(status: number, response: Response | null, error: unknown): Failure {
  const refusal = isRefusal(error) ? error : null;
  const detail = refusal?.data?.detail ?? null;
  const first = detail?.[0];
  const named = (detail ?? []).flatMap(({ loc }) =>
    loc[1] === "gestures" && typeof loc[2] === "number" ? [loc[2]] : [],
  );
  return {
    kind: "refused",
    status,
    code: refusal?.data?.problem?.code ?? (status === 422 ? "validation_error" : "unknown"),
    message:
      (first === undefined ? undefined : faultSentence(first.msg)) ??
      refusal?.message ??
      "The service could not answer.",
    requestId: requestIdOf(error) ?? response?.headers.get("x-request-id") ?? null,
    retryAfterMs: retryAfterOf(response),
    gestures: [...new Set(named)],
  };
}

function retryAfterOf(response: Response | null): number | null {
  const seconds = Number(response?.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** A connection whose requests outlive their page. The browser takes 64 KiB of such at once. */
function createStoredClient(workspaceId: string): StudioClient {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: "/api/trpc",
        headers: callHeaders(workspaceId),
        fetch: (input, init) => fetch(input as RequestInfo, { ...(init as RequestInit), keepalive: true }),
      }),
    ],
  });
}
