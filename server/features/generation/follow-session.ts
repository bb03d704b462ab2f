import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { SESSION_STATUSES } from "#drizzle/schema/generation.ts";
import { PROBLEMS, type ProblemCode } from "../../kernel/problem-catalogue.ts";
import type { Services } from "../../operation/context.ts";
import type { Messages } from "../../operation/operation.ts";
import { END_REASONS, endingFor, endingOf } from "../../operation/streams.ts";
import type { Columns } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { STEP_NAMES } from "./rows.ts";
import { sessionResource } from "./session.ts";

/**
 * Milliseconds between two looks at a session: its steps are stored outside the record, so no commit announces them.
 */
const LOOK_MS = 400;
const LINES = 200;

const CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];
const number = z.int().meta({ description: "Counted from 1; the message's id." });
const at = z.iso.datetime().meta({ description: "Time of the event, UTC." });

/** Message of a session's stream. */
export const SessionMessage = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("ready"),
      data: z.object({ after: z.int().meta({ description: "The messages after this one follow." }) }),
    }),
    z.object({
      type: z.literal("status"),
      data: z.object({
        number,
        at,
        status: z.enum(SESSION_STATUSES).meta({ description: "New status." }),
        error: z
          .object({ code: z.string(), message: z.string() })
          .nullable()
          .meta({ description: "Reason of a failed session." }),
      }),
    }),
    z.object({
      type: z.literal("step"),
      data: z.object({
        number,
        at,
        step: z.enum(STEP_NAMES).meta({ description: "The step." }),
        attempt: z.int().meta({ description: "Number of the attempt, counted from 1." }),
        state: z.enum(["begun", "done"]).meta({ description: "`done`: its result is stored." }),
      }),
    }),
    z.object({
      type: z.literal("call"),
      data: z.object({
        number,
        at,
        call: z.int().meta({ description: "Number of the model call, counted from 1." }),
        state: z
          .enum(["started", "answered", "failed"])
          .meta({ description: "A failed call may be repeated; its earlier output is discarded." }),
        retry_at: z.iso.datetime().nullable().meta({ description: "Time of the next attempt; null if there is none." }),
      }),
    }),
    z.object({
      type: z.literal("end"),
      data: z.object({
        reason: z.enum(["finished", ...END_REASONS]).meta({
          description:
            "`finished`: the session has ended. `access_lost`, `too_slow`, `going_away` and `unavailable`: as in the stream of events.",
        }),
        code: z.enum(CODES).nullable().meta({ description: "Error code that a request would receive now." }),
      }),
    }),
  ])
  .meta({ id: "SessionMessage", description: "A message of a session's stream. Skip kinds you do not know." });
type SessionMessage = z.input<typeof SessionMessage>;

type Line = Columns<"session_log", "number" | "type" | "data" | "at"> & {
  type: "status" | "step" | "call";
  data: JsonObject;
};

/** Streams a session's messages from one message on, until the session is over. */
export function followSession(
  { database, live }: Services,
  { projectId, sessionId, after }: { projectId: string; sessionId: string; after: number },
): Messages<SessionMessage> {
  return async function* messages(signal) {
    let told = after;
    let wake = () => {};
    const end = live.feed.watch((grown) => {
      if (grown === projectId) wake();
    });
    try {
      yield [{ type: "ready", data: { after } }];
      while (!signal.aborted) {
        // Before the lines are read: what ended it is among them then.
        const version = await findVersion(database.reads, sessionResource, projectId, sessionId, null);
        const isOver = version === null || version.status === "completed" || version.status === "error";
        const rung = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const lines = await database.reads.execute<Line>(
          sql`SELECT number, type, data, at FROM session_log
              WHERE project_id = ${projectId} AND session_id = ${sessionId} AND number > ${told}
              ORDER BY number LIMIT ${LINES}`,
        );
        told = lines.at(-1)?.number ?? told;
        if (lines.length > 0 && !signal.aborted) yield lines.map(toMessage);
        if (lines.length === LINES || signal.aborted) continue;
        if (isOver) {
          yield [{ type: "end", data: { reason: "finished", code: null } }];
          return;
        }
        await Promise.race([rung, pause(LOOK_MS, signal)]);
      }
    } catch (error) {
      yield [{ type: "end", data: endingFor(error) }];
      return;
    } finally {
      end();
    }
    const ending = endingOf(signal);
    if (ending !== null) yield [{ type: "end", data: ending }];
  };
}

function toMessage({ number, type, data, at: moment }: Line): SessionMessage {
  return { type, data: { number, at: new Date(moment).toISOString(), ...data } } as SessionMessage;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
