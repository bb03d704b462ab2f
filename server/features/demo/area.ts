import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { createSession } from "./operations/create-session.ts";
import { getSession } from "./operations/get-session.ts";
import { sendMessage } from "./operations/send-message.ts";
import { forgetOldSessions } from "./sessions.ts";

export const demo = area({
  jobs: [upkeep("forget_demo_sessions", ({ database, clock }) => forgetOldSessions(database.writes, clock.now()))],
  operations: { createSession, sendMessage, getSession },
});
