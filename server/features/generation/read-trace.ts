import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { jsonValue } from "../../kernel/page.ts";
import type { Columns, Db } from "../../record/database.ts";
import { readInterrupts, STEP_NAMES } from "./rows.ts";
import { Interrupt, isoOf, toInterrupt } from "./schemas.ts";

const freeJson = z.record(z.string(), jsonValue);

/** Trace of a session: its steps with their calls and results. */
export const SessionTrace = z
  .object({
    session_id: z.string(),
    steps: z
      .array(
        z.object({
          step: z.enum(STEP_NAMES).meta({ description: "The step." }),
          attempt: z.int().meta({ description: "Number of the attempt, counted from 1." }),
          input_hash: z.string().meta({ description: "Digest of the input." }),
          output: freeJson.meta({ description: "Output of the step." }),
          started_at: z.iso.datetime().meta({ description: "Start, UTC." }),
          finished_at: z.iso.datetime().meta({ description: "Time at which the result was stored, UTC." }),
        }),
      )
      .meta({ description: "Results in the order in which they were stored." }),
    calls: z
      .array(
        z.object({
          number: z.int().meta({ description: "Counted from 1." }),
          attempt: z.int().meta({ description: "The attempt of the step `call` it belongs to." }),
          status: z.enum(["started", "answered", "failed", "unknown"]).meta({
            description:
              "`started`: in progress. `answered` and `failed`: finished. `unknown`: the process ended before the outcome was known; the call was repeated.",
          }),
          possible_double_charge: z
            .boolean()
            .meta({ description: "Whether the provider may have charged for it although it was called again." }),
          key_id: z.string().meta({ description: "The provider key it was made with." }),
          provider: z.string().meta({ description: "Wire format of the provider." }),
          model: z.string().meta({ description: "The model that was asked." }),
          sent: freeJson.meta({ description: "Request to the model: `{system, prompt, schema}`." }),
          answer: z.string().nullable().meta({ description: "The answer as it came." }),
          finish: z.string().nullable().meta({ description: "Reason of the end: `stop`, `length` or `refused`." }),
          usage: freeJson.nullable().meta({ description: "Tokens used." }),
          failure: freeJson.nullable().meta({ description: "Why there is no answer, in our words." }),
          response_id: z.string().nullable().meta({ description: "Id of the answer at the provider." }),
          started_at: z.iso.datetime().meta({ description: "Start, UTC." }),
          finished_at: z.iso.datetime().nullable().meta({ description: "Time of the outcome, UTC." }),
        }),
      )
      .meta({ description: "Calls of models, in their order; none where no model was asked." }),
    interrupts: z.array(Interrupt).meta({ description: "Questions to people and their answers." }),
  })
  .meta({ id: "SessionTrace" });

type StepRow = Columns<"session_steps", "step" | "attempt" | "input_hash" | "output" | "started_at" | "finished_at"> & {
  step: (typeof STEP_NAMES)[number];
  output: JsonObject;
};

type CallRow = Columns<
  "session_calls",
  | "number"
  | "attempt"
  | "status"
  | "key_id"
  | "provider"
  | "model"
  | "sent"
  | "answer"
  | "finish"
  | "usage"
  | "failure"
  | "response_id"
  | "started_at"
  | "finished_at"
> & {
  status: "started" | "answered" | "failed" | "unknown";
  sent: JsonObject;
  usage: JsonObject | null;
  failure: JsonObject | null;
};

/** Reads what is kept of how a session was made. */
export async function readTrace(
  db: Db,
  projectId: string,
  sessionId: string,
): Promise<z.input<typeof SessionTrace> & { steps: unknown[]; calls: { finished_at: string | null }[] }> {
  const steps = await db.execute<StepRow>(
    sql`SELECT step, attempt, input_hash, output, started_at, finished_at FROM session_steps
        WHERE project_id = ${projectId} AND session_id = ${sessionId} ORDER BY finished_at, attempt, step`,
  );
  const calls = await db.execute<CallRow>(
    sql`SELECT number, attempt, status, key_id, provider, model, sent, answer, finish, usage, failure, response_id,
          started_at, finished_at
        FROM session_calls WHERE project_id = ${projectId} AND session_id = ${sessionId} ORDER BY number`,
  );
  const interrupts = await readInterrupts(db, projectId, sessionId);
  return {
    session_id: sessionId,
    steps: steps.map((row) => ({
      ...row,
      started_at: isoOf(row.started_at),
      finished_at: isoOf(row.finished_at),
    })),
    calls: calls.map((row) => ({
      ...row,
      possible_double_charge: row.status === "unknown",
      started_at: isoOf(row.started_at),
      finished_at: row.finished_at === null ? null : isoOf(row.finished_at),
    })),
    interrupts: interrupts.map(toInterrupt),
  };
}
