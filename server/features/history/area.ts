import { area } from "../../operation/area.ts";
import { getAuthors } from "./operations/get-authors.ts";
import { getDensity } from "./operations/get-density.ts";
import { getDiff } from "./operations/get-diff.ts";
import { getHistory } from "./operations/get-history.ts";
import { getSequence } from "./operations/get-sequence.ts";
import { listCommits } from "./operations/list-commits.ts";
import { listDeleted } from "./operations/list-deleted.ts";
import { listEventKinds } from "./operations/list-event-kinds.ts";
import { listEvents } from "./operations/list-events.ts";
import { listSittings } from "./operations/list-sittings.ts";
import { replay } from "./operations/replay.ts";
import { restore } from "./operations/restore-subject.ts";
import { streamEvents } from "./operations/stream-events.ts";
import { takeBackCommit } from "./operations/take-back.ts";

export const record = area({
  tag: "projects",
  operations: {
    events: listEvents,
    stream: streamEvents,
    kinds: listEventKinds,
    history: getHistory,
    authors: getAuthors,
    deleted: listDeleted,
    timeline: listSittings,
    commits: listCommits,
    density: getDensity,
    diff: getDiff,
    sequence: getSequence,
    replay,
    restore,
    takeBack: takeBackCommit,
  },
});
