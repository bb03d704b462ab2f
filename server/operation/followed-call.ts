import { z } from "zod";
import { Problem, ValidationProblem } from "../kernel/problem.ts";
import { databaseProblem } from "../record/database-errors.ts";
import type { ProjectCallContext, Services } from "./context.ts";
import type { Answer } from "./idempotency.ts";
import type { Messages } from "./operation.ts";
import { END_REASONS, endingOf, type StreamClaim } from "./streams.ts";

/** Message of a call that is followed while it is worked on. */
interface Message {
  readonly type: string;
  readonly data: object;
}

/** Tells whoever follows a call of something before its answer. */
export type Tell = NonNullable<ProjectCallContext["tell"]>;

/** Last messages of a call that is followed: its answer, the error that it came to, or the end of the stream before either. */
export function lastMessages<O extends z.ZodType>(output: O) {
  return [
    z.object({ type: z.literal("answer"), data: output }).meta({ description: "The answer, whole. It comes last." }),
    z
      .object({
        type: z.literal("error"),
        data: z.looseObject({ code: z.string(), message: z.string().nullable() }).meta({
          description: "The error, as the body of a refused request has it.",
        }),
      })
      .meta({ description: "Comes in place of an answer." }),
    z
      .object({ type: z.literal("end"), data: z.object({ reason: z.enum(END_REASONS), code: z.string().nullable() }) })
      .meta({ description: "The server ends the stream before the answer, and says why." }),
  ] as const;
}

/** Call that is followed, and the parts of its service that following takes. */
interface Followed {
  readonly services: Pick<Services, "live" | "log" | "publicUrl">;
  readonly claim: StreamClaim;
  readonly requestId: string;
  /** Checks each message before it is sent. */
  readonly check: (message: unknown) => void;
  /** Works on the call, and tells of it. */
  readonly work: (tell: Tell) => Promise<Answer>;
  /** Whether the client has left, so that nobody is told what became of it. */
  readonly hasLeft: () => boolean;
}

/**
 * Answers a call as a stream of messages. The stream opens with the first message, so that a call refused before it is refused like any
 * other; what fails later is told in the stream, whose status is sent by then.
 */
export async function followCall({ services, claim, requestId, check, work, hasLeft }: Followed): Promise<Answer> {
  const waiting: Message[] = [];
  let isOver = false;
  let wake = () => {};
  let begin = () => {};
  const begun = new Promise<null>((resolve) => {
    begin = () => resolve(null);
  });
  const add = (message: Message) => {
    waiting.push(message);
    begin();
    wake();
  };
  const done = work(add);
  const first = await Promise.race([begun, done]);
  void done
    .then(
      ({ body }) => add({ type: "answer", data: body as object }),
      (error: unknown) => {
        if (!hasLeft()) add({ type: "error", data: bodyOf(error, { services, requestId }) });
      },
    )
    .finally(() => {
      isOver = true;
      wake();
    });
  const messages: Messages<unknown> = async function* (signal) {
    signal.addEventListener("abort", () => wake(), { once: true });
    while (true) {
      if (waiting.length > 0) yield waiting.splice(0);
      else if (isOver) return;
      else if (signal.aborted) {
        const ending = endingOf(signal);
        if (ending !== null) yield [{ type: "end", data: ending }];
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  };
  const stream = services.live.streams.open({ claim, messages, check });
  return { status: 200, headers: first?.headers ?? {}, body: stream, isStream: true };
}

/** Returns an error as a refused request would have it in its body. What is no problem of the caller's is logged. */
function bodyOf(error: unknown, { services, requestId }: Pick<Followed, "services" | "requestId">): object {
  const { log, publicUrl } = services;
  if (error instanceof ValidationProblem) return error.body(requestId, publicUrl);
  const problem = error instanceof Problem ? error : databaseProblem(error);
  if (problem === null) log.error({ request_id: requestId, error }, "a followed call failed unexpectedly");
  return (problem ?? new Problem("internal_error")).body(requestId, publicUrl);
}
