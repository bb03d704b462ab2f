import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from "prom-client";
import type { RequestTimes } from "../operation/request-times.ts";
import type { Figures, QueueFigure } from "../record/figures.ts";

/** Sources of the figures of a process. */
export interface MetricsSources {
  readonly figures: Figures;
  readonly requestTimes: RequestTimes;
}

/** Bounds of the durations of requests, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Returns the figures of a process for Prometheus, those of Node included. Labels have few values: classes of operations and statuses,
 * names of pools, and method and path template of one operation, never an id or an address. Figures of the database are read when they
 * are asked for; durations of requests are counted from now on.
 */
export function createRegistry({ figures, requestTimes }: MetricsSources): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addTransactions(registers, figures);
  addPools(registers, figures);
  const durations = new Histogram({
    name: "fabula_request_duration_seconds",
    help: "Durations of requests by class of operation and class of status; of a stream until its beginning.",
    labelNames: ["class", "status"] as const,
    buckets: BUCKETS,
    registers,
  });
  requestTimes.listen(({ class: operationClass, status, ms }) => {
    durations.observe({ class: operationClass, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
  });
  return registry;
}

/** Adds a figure by one label that is read when it is asked for. */
function addGauge<Label extends string>(
  registers: Registry[],
  {
    name,
    help,
    label,
    read,
  }: { name: string; help: string; label: Label; read: () => Iterable<readonly [string, number]> },
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    collect() {
      this.reset();
      for (const [value, figure] of read()) this.set({ [label]: value } as LabelValues<Label>, figure);
    },
  });
}

function addTransactions(registers: Registry[], figures: Figures): void {
  const ofQueue = (read: (queue: QueueFigure) => number) => () => {
    const { longestQueue } = figures;
    return longestQueue === null ? [] : [[longestQueue.operation, read(longestQueue)] as const];
  };
  addGauge(registers, {
    name: "fabula_transaction_oldest_seconds",
    help: "Age of the oldest transaction, by its operation; absent without any.",
    label: "operation",
    read: () => {
      const { oldestTransaction } = figures;
      return oldestTransaction === null ? [] : [[oldestTransaction.operation, oldestTransaction.seconds]];
    },
  });
  addGauge(registers, {
    name: "fabula_write_queue_longest",
    help: "Writes without an answer in the longest queue of a project, by the operation that has waited longest; absent without any.",
    label: "operation",
    read: ofQueue(({ length }) => length),
  });
  addGauge(registers, {
    name: "fabula_write_queue_longest_wait_seconds",
    help: "Longest wait in the longest queue of writes, by the operation that waits; absent without any.",
    label: "operation",
    read: ofQueue(({ seconds }) => seconds),
  });
}

function addPools(registers: Registry[], { pools }: Figures): void {
  const perPool = <T>(read: (pool: (typeof pools)["reads"]) => T) =>
    Object.entries(pools).map(([pool, one]) => [pool, read(one)] as const);
  addGauge(registers, {
    name: "fabula_database_connections_lent",
    help: "Connections to the database in use, by pool.",
    label: "pool",
    read: () => perPool(({ turnsTaken }) => turnsTaken.lent),
  });
  addGauge(registers, {
    name: "fabula_database_connections_awaited",
    help: "Callers that wait for a connection to the database, by pool.",
    label: "pool",
    read: () => perPool(({ turnsTaken }) => turnsTaken.waiting),
  });
  new Counter({
    name: "fabula_database_refusals_total",
    help: "Work that ended because the database refused a statement, by pool and class of SQLSTATE.",
    labelNames: ["pool", "sqlstate_class"] as const,
    registers,
    collect() {
      this.reset();
      for (const [pool, counts] of perPool(({ refusals }) => refusals))
        for (const [sqlstateClass, count] of counts) this.inc({ pool, sqlstate_class: sqlstateClass }, count);
    },
  });
}
