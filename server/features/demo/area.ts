import { area } from "../../operation/area.ts";
import { createSession } from "./operations/create-session.ts";
import { getSession } from "./operations/get-session.ts";
import { sendMessage } from "./operations/send-message.ts";

export const demo = area({
  operations: { createSession, sendMessage, getSession },
});
