import { getDiff } from "./operations/get-diff.ts";
import { getHistory } from "./operations/get-history.ts";
import { getSequence } from "./operations/get-sequence.ts";
import { listDeleted } from "./operations/list-deleted.ts";
import { listEventKinds } from "./operations/list-event-kinds.ts";
import { listEvents } from "./operations/list-events.ts";
import { replay } from "./operations/replay.ts";
import { restore } from "./operations/restore-subject.ts";
import { streamEvents } from "./operations/stream-events.ts";

export const record = {
  events: listEvents,
  stream: streamEvents,
  kinds: listEventKinds,
  history: getHistory,
  deleted: listDeleted,
  diff: getDiff,
  sequence: getSequence,
  replay,
  restore,
};
