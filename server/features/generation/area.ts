import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { cancelSession } from "./operations/cancel-session.ts";
import { createSnapshot } from "./operations/create-snapshot.ts";
import { getContext } from "./operations/get-context.ts";
import { getSession } from "./operations/get-session.ts";
import { getStatus } from "./operations/get-status.ts";
import { getTrace } from "./operations/get-trace.ts";
import { listSnapshots } from "./operations/list-snapshots.ts";
import { listWorkspaceSessions } from "./operations/list-workspace-sessions.ts";
import { respond } from "./operations/respond.ts";
import { retrySession } from "./operations/retry-session.ts";
import { streamSession } from "./operations/stream-session.ts";
import { session } from "./session.ts";
import { textGenerator } from "./text-generator.ts";
import { endUnanswered, forgetOldTraces } from "./upkeep.ts";

export const generation = area({
  tag: "projects",
  forms: ["text"],
  generators: [textGenerator],
  operations: {
    text: textGenerator.generate({
      summary: "Generate text or JSON",
      description:
        "Starts a generation session from the project at one sequence, with the provider whose key is stored, or without a model if there is none. Poll `poll_url` until the status is `completed` or `error`; answer its question while the status is `awaiting_human`. A session costs one generation unit of the plan, which is refunded when it ends in an error.",
      example: { prompt: "Describe the Salt Gate at low tide." },
    }),
  },
});

export const sessions = area({
  tag: "sessions",
  resources: [session],
  words: { session: ["generation", "generations"] },
  forms: ["respond"],
  jobs: [
    upkeep("end_unanswered_sessions", endUnanswered),
    upkeep("forget_traces", ({ database, clock }) => forgetOldTraces(database.writes, clock.now())),
  ],
  operations: {
    list: session.list({
      description: "The generation sessions of a project, as they stood at `at_seq` where it is given.",
    }),
    listSessions: listWorkspaceSessions,
    get: getSession,
    standing: getStatus,
    respond,
    cancel: cancelSession,
    retry: retrySession,
    stream: streamSession,
    trace: getTrace,
    context: getContext,
    snapshot: createSnapshot,
    snapshots: listSnapshots,
  },
});
