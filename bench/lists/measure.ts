import { Worker } from "node:worker_threads";
import type { ClientRequest, ClientResult, ClientRun } from "../http-client.ts";
import { cpuOf, cpuOfPostgres } from "../machine.ts";

/** Server to measure: one that is asked by HTTP, or the database itself. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  readonly headers: Record<string, string>;
  /** Further processes of the same service, among which the connections are shared. */
  readonly others?: readonly Pick<Server, "port" | "pid">[];
}

/** Content of an answer, so that those of peers can be compared before they are timed. */
export interface Answer {
  readonly total: number;
  readonly ids: readonly string[];
}

/** One thing to be timed. */
export interface Case {
  readonly name: string;
  readonly ask: { readonly server: Server; readonly requests: readonly ClientRequest[] } | (() => Promise<unknown>);
  /** Asks once; null where the answer has no body. */
  readonly answer: (() => Promise<Answer>) | null;
}

/** Measurement of a case, the median of its rounds. */
export interface Measurement {
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
  /** Milliseconds of the processor for each request, of the server and of PostgreSQL. */
  readonly app: number;
  readonly pg: number;
}

function byHttp(run: ClientRun): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("../http-client.ts", import.meta.url), { workerData: run });
    worker.on("message", ({ times }: ClientResult) => resolve(times));
    worker.on("error", reject);
  });
}

async function bySql(ask: () => Promise<unknown>, milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  for (let begun = performance.now(); begun < end || times.length === 0; begun = performance.now()) {
    await ask();
    times.push(performance.now() - begun);
  }
  return times;
}

/** Milliseconds within which this share of the answers came. */
function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(Math.floor(times.length * share), times.length - 1)] ?? Number.NaN;
}

async function once(
  one: Case,
  how: { connections: number; milliseconds: number; postmasters: readonly number[] },
): Promise<Measurement> {
  const { ask } = one;
  const { connections, milliseconds, postmasters } = how;
  const server = typeof ask === "function" ? null : ask.server;
  const pg = () => postmasters.reduce((sum, postmaster) => sum + cpuOfPostgres(postmaster), 0);
  const processes = server === null ? [] : [server, ...(server.others ?? [])];
  const cpu = () => [processes.reduce((sum, { pid }) => sum + cpuOf(pid), 0), pg()] as const;
  const before = cpu();
  const begun = performance.now();
  const times =
    typeof ask === "function"
      ? await bySql(ask, milliseconds)
      : await byHttp({
          ports: processes.map(({ port }) => port),
          headers: ask.server.headers,
          requests: ask.requests,
          connections,
          milliseconds,
        });
  const seconds = (performance.now() - begun) / 1_000;
  const after = cpu();
  return {
    perSecond: times.length / seconds,
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    app: (after[0] - before[0]) / times.length,
    pg: (after[1] - before[1]) / times.length,
  };
}

/**
 * Times the cases of a row in interleaved rounds; the first round warms up and is forgotten. `between` runs before each
 * turn, so that what is remembered from the turn before counts for nobody.
 *
 * @throws Error when their answers differ.
 */
export async function measure(
  cases: readonly Case[],
  how: {
    connections: number;
    seconds: number;
    rounds: number;
    postmasters: readonly number[];
    between?: (() => Promise<void>) | undefined;
  },
): Promise<Map<string, Measurement>> {
  const answers = await Promise.all(cases.map(async ({ name, answer }) => [name, await answer?.()] as const));
  const told = answers.flatMap(([name, answer]) =>
    answer === undefined ? [] : [[name, JSON.stringify(answer)] as const],
  );
  for (const [name, answer] of told) {
    if (answer !== told[0]?.[1]) throw new Error(`${name} answers ${answer}, ${told[0]?.[0]} ${told[0]?.[1]}`);
  }
  const seen = new Map(cases.map(({ name }) => [name, [] as Measurement[]]));
  for (let round = 0; round <= how.rounds; round++) {
    for (const one of cases) {
      await how.between?.();
      const milliseconds = (round === 0 ? Math.min(how.seconds, 0.5) : how.seconds) * 1_000;
      const result = await once(one, { ...how, milliseconds });
      if (round > 0) seen.get(one.name)?.push(result);
    }
  }
  return new Map([...seen].map(([name, rounds]) => [name, middleOf(rounds)]));
}

function middleOf(rounds: readonly Measurement[]): Measurement {
  const middle = (of: (one: Measurement) => number) => quantile(rounds.map(of), 0.5);
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    median: middle(({ median }) => median),
    p99: middle(({ p99 }) => p99),
    app: middle(({ app }) => app),
    pg: middle(({ pg }) => pg),
  };
}
