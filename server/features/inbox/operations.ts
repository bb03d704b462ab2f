import { getInbox } from "./operations/get-inbox.ts";

export const inbox = {
  get: getInbox,
};
