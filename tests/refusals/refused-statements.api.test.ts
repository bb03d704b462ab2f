import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_FULL, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import {
  BEGINNING,
  type PlantedRefusal,
  type RefusingRelay,
  startRefusingRelay,
} from "#tests/support/refusing-relay.ts";
import { WorkingProject } from "./working-project.ts";

let api: TestApi;
let relay: RefusingRelay;
let project: WorkingProject;

beforeAll(async () => {
  api = await startTestApi({
    through: async (url) => {
      relay = await startRefusingRelay(url);
      return relay.url;
    },
    deliveries: { schedule: { live: [0, 50, 50, 50, 50], test: [0, 50, 50, 50, 50] }, pollMs: 50 },
    sessions: { pollMs: 50 },
    liveTimings: { pollMs: 50, recheckMs: 50 },
    // Whoever comes next has the connection of whoever was refused.
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8", FABULA_READ_CONNECTIONS: "1", FABULA_WRITE_CONNECTIONS: "1" },
  });
  project = await WorkingProject.open(api);
  await project.expectWell();
});
afterAll(async () => {
  await project.close();
  await api.close();
  await relay.close();
});

/** Refusals that come late. */
const SQLSTATES = ["57014", "40001", "40P01", "53200", "55P03", "22012", "25P03", "XX000"] as const;
type Sqlstate = (typeof SQLSTATES)[number];

/** Refusals that say of a statement that it is wrong, so that whoever sent it may be answered 500. */
const DEFECTS: readonly Sqlstate[] = ["22012", "XX000"];

type Requests = () => Promise<{ status: number }[]>;

interface Moment {
  readonly planned: readonly Omit<PlantedRefusal, "sqlstate" | "how">[];
  /** Whether only a server that closes the connection speaks then. */
  readonly isFatal?: boolean;
  /** Requests that come to the moment. */
  readonly requests: Requests;
}

const writes: Requests = () => project.write(4);
const reads: Requests = () => project.read();
const work: Requests = async () => {
  const [{ answers }, written] = await Promise.all([project.work(), project.write(1)]);
  return [...answers, ...written];
};

const starting = (words: string) => (text: string) => text.startsWith(words);
const having = (...words: string[]) => {
  return (text: string) => words.every((word) => text.includes(word));
};
const isInsertion = having('INSERT INTO "events"');
const isLock = having("FROM project_heads", "FOR UPDATE");

const MOMENTS: Readonly<Record<string, Moment>> = {
  "a connection that begins": {
    planned: [{ at: (text) => text.startsWith(BEGINNING) && text.includes("statement_timeout"), when: "instead" }],
    isFatal: true,
    requests: async () => {
      relay.cut();
      return [...(await reads()), ...(await writes())];
    },
  },
  BEGIN: { planned: [{ at: starting("BEGIN ISOLATION LEVEL READ COMMITTED"), when: "instead" }], requests: writes },
  "the first read": {
    planned: [{ at: (text) => text.startsWith("SELECT") && !isLock(text), when: "instead" }],
    requests: async () => [...(await writes()), ...(await reads())],
  },
  "the lock": { planned: [{ at: isLock, when: "instead" }], requests: writes },
  "the write": { planned: [{ at: isInsertion, when: "instead" }], requests: writes },
  "the rows of a list": { planned: [{ at: having("entity_versions", "LIMIT"), when: "late" }], requests: reads },
  COMMIT: { planned: [{ at: starting("COMMIT"), when: "instead" }], requests: writes },
  "COMMIT, which took effect": { planned: [{ at: starting("COMMIT"), when: "done" }], requests: writes },
  "the lock, and its ROLLBACK": {
    planned: [
      { at: isLock, when: "instead" },
      { at: starting("ROLLBACK"), when: "instead" },
    ],
    requests: writes,
  },
  "a transaction between two statements": {
    planned: [{ at: isLock, when: "behind" }],
    isFatal: true,
    requests: writes,
  },
  "a connection that nobody uses": {
    planned: [{ at: starting("COMMIT"), when: "behind" }],
    isFatal: true,
    requests: writes,
  },
  "a connection that many share": { planned: [{ at: having("FROM api_keys k"), when: "late" }], requests: reads },
  "limits that are leased": { planned: [{ at: having("INSERT INTO rate_windows"), when: "late" }], requests: reads },
  "deliveries that are taken": {
    planned: [{ at: having("UPDATE", "webhook_deliveries"), when: "late" }],
    requests: writes,
  },
  "a step of a session": { planned: [{ at: having("INSERT INTO session_steps"), when: "instead" }], requests: work },
  "jobs that are taken": { planned: [{ at: having("fabula_jobs.", "SKIP LOCKED"), when: "late" }], requests: work },
  "the feed": { planned: [{ at: starting("SELECT * FROM events"), when: "late" }], requests: work },
};

const CELLS = Object.entries(MOMENTS).flatMap(([name, moment], index) =>
  // In the gate one refusal for each moment, another one for each.
  SQLSTATES.filter((_, at) => IS_FULL || at === (TEST_SEED + index * 3) % SQLSTATES.length).map((sqlstate) => ({
    name,
    sqlstate,
    moment,
  })),
);

test.each(CELLS)("$name, refused by $sqlstate, is no wrong answer to anybody", async ({ moment, sqlstate }) => {
  const how = moment.isFatal === true || sqlstate === "25P03" ? "fatal" : "error";
  // What ends the connection leaves no ROLLBACK to refuse.
  const planned = how === "fatal" ? moment.planned.slice(0, 1) : moment.planned;
  let left = planned.length;
  for (const each of planned) {
    void relay.plan({ ...each, sqlstate, how }).then(() => {
      left -= 1;
    });
  }
  const statuses: number[] = [];
  await eventually(
    async () => statuses.push(...(await moment.requests()).map(({ status }) => status)),
    () => left === 0,
    { about: "the refusal" },
  );
  const refused = DEFECTS.includes(sqlstate) ? [503, 500] : [503];
  for (const status of statuses) expect([200, 201, 202, ...refused]).toContain(status);
  await project.expectWell();
});

test("the record replays after all of them", async () => {
  await project.expectReplay();
});
