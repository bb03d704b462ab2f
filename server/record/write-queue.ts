import { AsyncLocalStorage } from "node:async_hooks";
import { Problem } from "../kernel/problem.ts";
import { operationServed } from "./on-behalf.ts";
import { LONG, ORDINARY } from "./time-limits.ts";

/** Writers that may wait on one project in one process; beyond it a caller is told to come back. */
const MAX_WAITING = 500;

/** Limits at which a group closes: later writes wait for the next one, so that nobody waits long for an answer. */
const MAX_MEMBERS = 64;
const MAX_CHARACTERS = 1024 * 1024;
const MAX_OPEN_MS = 20;

/** A write that waits for its project. */
export interface QueuedWrite {
  /** Characters of what it brings, roughly. */
  readonly size: number;
  /** Whether it shares its transaction with nobody. */
  readonly alone: boolean;
  /** Whether it is known to be large, and has more time. */
  readonly long: boolean;
}

/** Writes of one project that are not answered yet, those under way included. */
export interface WriteLine {
  readonly length: number;
  /** Operation of the write that waits longest. */
  readonly operation: string;
  /** Time at which that one came, on the clock of the process. */
  readonly since: number;
  /** Time at which the line last moved. */
  readonly movedAt: number;
  /** Duration for which it may stand still, in milliseconds. */
  readonly limitMs: number;
}

/** Runs a group; it settles every member that it took itself. */
export type RunGroup<Member extends QueuedWrite> = (group: WriteGroup<Member>) => Promise<void>;

/** A write in line: what it belongs to, and since when it waits. */
interface InLine {
  readonly member: QueuedWrite;
  readonly run: RunGroup<never>;
  readonly operation: string;
  readonly since: number;
}

interface Lane {
  waiting: InLine[];
  /** The group under way, its first member, and the time at which it began. */
  group: WriteGroup<QueuedWrite> | null;
  first: InLine | null;
  movedAt: number;
}

/** Waiting writes, as a group sees them. */
interface Line<Member> {
  /** Takes whoever is next, when they may join. */
  take(isFirst: boolean): Member | null;
  /** The next of them, as far as all may join. */
  next(count: number): Member[];
}

/** The members of one transaction: who waited when it began, and who comes while it is open. */
export class WriteGroup<Member extends QueuedWrite> {
  readonly members: Member[] = [];
  private readonly line: Line<Member>;
  private opened: number | null = null;
  private size = 0;

  constructor(line: Line<Member>) {
    this.line = line;
    while (this.take() !== null);
  }

  /** The time in which members are taken begins: the project is locked. */
  open(): void {
    this.opened ??= performance.now();
  }

  /** The member with this number; null when there is none and the group is closed to those who come. */
  at(index: number): Member | null {
    return this.members[index] ?? this.take();
  }

  /** The members, and those in line who will be if the group stays open for them. */
  upcoming(): Member[] {
    if (this.members[0]?.alone) return [...this.members];
    return [...this.members, ...this.line.next(MAX_MEMBERS - this.members.length)];
  }

  private take(): Member | null {
    const [first] = this.members;
    if (first?.alone || this.members.length >= MAX_MEMBERS || this.size >= MAX_CHARACTERS) return null;
    if (this.opened !== null && performance.now() - this.opened > MAX_OPEN_MS) return null;
    const member = this.line.take(first === undefined);
    if (member === null) return null;
    this.members.push(member);
    this.size += member.size;
    return member;
  }
}

/**
 * One write transaction per project per process, first come, first served; writes that wait for it share the next one. Without
 * it a hot project's writers would hold every connection while they wait for its lock (a neighbour's point read: 98 ms against
 * 0.1 ms). Whoever finds nobody waiting begins at once.
 */
export class WriteQueue {
  private readonly queues = new Map<string, Lane>();
  private active = 0;
  private idle: (() => void)[] = [];

  /** Lets a write take its turn; `run` is called with the group it belongs to, once for all its members. */
  join<Member extends QueuedWrite>(projectId: string, member: Member, run: RunGroup<Member>): void {
    const lane = this.queues.get(projectId) ?? { waiting: [], group: null, first: null, movedAt: 0 };
    const ahead = lane.waiting.length + (lane.group?.members.length ?? 0);
    if (ahead >= MAX_WAITING) throw new Problem("busy", { headers: { "retry-after": "1" } });
    this.queues.set(projectId, lane);
    // A group works on behalf of its first member, not of whoever found the line empty, and began at once.
    const bound = lane.group === null ? run : AsyncLocalStorage.bind(run as RunGroup<never>);
    lane.waiting.push({
      member,
      run: bound as RunGroup<never>,
      operation: operationServed(),
      since: performance.now(),
    });
    if (lane.group === null) void this.work(projectId, lane);
  }

  /** Runs `work` alone, after every earlier work of the same project has ended, whatever its outcome. */
  run<T>(projectId: string, work: () => Promise<T>, { long = false }: { long?: boolean } = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      this.join(projectId, { size: 0, alone: true, long }, () => work().then(resolve, reject));
    });
  }

  /** Whether somebody who comes now has to wait. */
  isBusy(projectId: string): boolean {
    return this.queues.has(projectId);
  }

  /** Lines of all projects with a write that is not answered yet. */
  *lines(): Generator<WriteLine, void, undefined> {
    for (const { waiting, group, first, movedAt } of this.queues.values()) {
      if (group === null || first === null) continue;
      const { operation, since } = first;
      const limitMs = (first.member.long ? LONG : ORDINARY).transactionMs;
      yield { length: group.members.length + waiting.length, operation, since, movedAt, limitMs };
    }
  }

  /** Resolves when no write is running or waiting. */
  async drained(): Promise<void> {
    if (this.active === 0) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private async work(projectId: string, lane: Lane): Promise<void> {
    this.active += 1;
    for (let first = lane.waiting[0]; first !== undefined; first = lane.waiting[0]) {
      const { run } = first;
      lane.first = first;
      lane.movedAt = performance.now();
      const group = new WriteGroup<QueuedWrite>({
        take: (isFirst) => takeFrom(lane, isFirst),
        next: (count) => nextOf(lane, count),
      });
      lane.group = group;
      await run(group as WriteGroup<never>).catch(() => {});
    }
    this.queues.delete(projectId);
    this.active -= 1;
    if (this.active === 0) for (const wake of this.idle.splice(0)) wake();
  }
}

/** Takes the next write in line, unless it runs alone and others are before it. */
function takeFrom(lane: Lane, isFirst: boolean): QueuedWrite | null {
  const next = lane.waiting[0];
  if (next === undefined || (next.member.alone && !isFirst)) return null;
  lane.waiting.shift();
  return next.member;
}

/** Returns the next writes in line, up to the first that runs alone. */
function nextOf(lane: Lane, count: number): QueuedWrite[] {
  const next: QueuedWrite[] = [];
  for (const { member } of lane.waiting) {
    if (next.length >= count || member.alone) break;
    next.push(member);
  }
  return next;
}
