import { getDiff } from "./operations/get-diff.ts";
import { getHistory } from "./operations/get-history.ts";
import { getSequence } from "./operations/get-sequence.ts";
import { listEvents } from "./operations/list-events.ts";
import { replay } from "./operations/replay.ts";
import { restore } from "./operations/restore-subject.ts";

export const record = {
  events: listEvents,
  history: getHistory,
  diff: getDiff,
  sequence: getSequence,
  replay,
  restore,
};
