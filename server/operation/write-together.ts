import type { SQL } from "drizzle-orm";
import { StringChunk } from "drizzle-orm";
import { Problem, ValidationProblem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import type { Db } from "../record/database.ts";
import { databaseProblem, isCancelled, loggableError } from "../record/database-errors.ts";
import { Deadline, TimeIsUp, timeIsUp } from "../record/deadline.ts";
import type { LookUp } from "../record/look-up.ts";
import { type Authorship, ProjectTransaction } from "../record/project-transaction.ts";
import type { Statement } from "../record/statement.ts";
import { UnitOfWork } from "../record/unit-of-work.ts";
import type { QueuedWrite, WriteGroup } from "../record/write-queue.ts";
import type { ProjectRef, Services } from "./context.ts";
import { joinProject, type LockedProject, openProject } from "./gate.ts";
import { type Answer, type ClaimScope, KeptAnswers } from "./idempotency.ts";

/** Scope in which a write of one project works. */
export interface WriteScope {
  db: Db;
  /** The project as the writes before it in its transaction left it. */
  project: ProjectRef;
  record: UnitOfWork;
  /** Does this once the transaction has committed, and never if it does not. */
  afterCommit: (work: () => void) => void;
}

/** A write of one project on its way. */
export interface ProjectWrite extends QueuedWrite {
  /** Whether an archived project takes it too. */
  readonly whileArchived: boolean;
  readonly caller: Caller;
  readonly authorship: Authorship;
  /** Claim of the request's key; null without one. */
  readonly claim: ClaimScope | null;
  /** Deadline of whoever waits for it; null without one. */
  readonly deadline: Deadline | null;
  /** First look-ups of the write in the record. */
  readonly lookUps: readonly LookUp[];
  readonly work: (scope: WriteScope) => Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Time that a write must have left when its turn comes, in milliseconds: one that is ended takes back those beside it. */
const LEAST_MS = 500;

type Outcome = { answer: Answer; chores: readonly (() => void)[] } | { refusal: unknown };

/** Source of a transaction's members. */
type Members = Pick<WriteGroup<ProjectWrite>, "at" | "open" | "upcoming">;

/**
 * Runs the writes of a group in one transaction, in the order in which they came: each is a commit of its own, sees those
 * before it, and is answered when the transaction has committed. A refused one leaves no trace. Whatever else goes wrong
 * takes the transaction back, and each write has one of its own.
 */
export async function writeTogether(
  services: Services,
  projectId: string,
  group: WriteGroup<ProjectWrite>,
): Promise<void> {
  const attempt = new Attempt(services, projectId);
  try {
    await attempt.run(group);
  } catch (error) {
    // Without a connection nobody knows whether a COMMIT arrived; without the lock nobody has begun.
    const problem = error instanceof Problem ? error : databaseProblem(error);
    const isForAll = !attempt.isLocked || isCancelled(error) || problem?.code === "unavailable";
    if (isForAll || group.members.length === 1) for (const member of group.members) member.reject(error);
    else for (const member of group.members) await writeAlone(services, projectId, member);
    return;
  }
  attempt.settle(group.members);
}

async function writeAlone(services: Services, projectId: string, member: ProjectWrite): Promise<void> {
  const attempt = new Attempt(services, projectId);
  try {
    await attempt.run({ at: (index) => (index === 0 ? member : null), open: () => {}, upcoming: () => [member] });
  } catch (error) {
    member.reject(error);
    return;
  }
  attempt.settle([member]);
}

/** One transaction over some writes. */
class Attempt {
  private readonly services: Services;
  private readonly projectId: string;
  private outcomes: Outcome[] = [];
  private locked: LockedProject | null = null;
  private transaction: ProjectTransaction | null = null;
  /** Ended by the deadline of any member that was begun: its write is not to go on, and is inseparable from those beside it. */
  private readonly deadline = new Deadline(Number.POSITIVE_INFINITY);
  private readonly leaves: (() => void)[] = [];
  /** Members whose look-ups were sent behind the lock. */
  private readonly lookedAhead = new Set<ProjectWrite>();

  constructor(services: Services, projectId: string) {
    this.services = services;
    this.projectId = projectId;
  }

  /** Whether the project was ever locked: only then did a write begin. */
  get isLocked(): boolean {
    return this.locked !== null;
  }

  /** @throws when nothing of it is written, or nobody knows. */
  async run(members: Members): Promise<void> {
    try {
      await this.deadline.run(() => this.write(members));
    } finally {
      for (const leave of this.leaves.splice(0)) leave();
    }
  }

  private async write(members: Members): Promise<void> {
    await this.services.database.writes.transaction(
      "write",
      async (db) => {
        // The transaction may be tried twice.
        this.outcomes = [];
        this.locked = null;
        this.transaction = null;
        this.lookedAhead.clear();
        const answers = new KeptAnswers(db);
        for (let member = members.at(0); member !== null; member = members.at(this.outcomes.length)) {
          this.outcomes.push(await this.outcomeOf(member, db, answers, members));
          // Whoever is in line by then is for the next transaction.
          this.deadline.throwIfPassed();
        }
        const last = (await (this.transaction as ProjectTransaction | null)?.finish()) ?? [];
        await db.finish([...last, ...answers.take()]);
      },
      { long: members.at(0)?.long ?? false },
    );
  }

  /** Tells everybody, those who follow the project first. What a member wanted done afterwards keeps no other member waiting. */
  settle(members: readonly ProjectWrite[]): void {
    const { transaction, services, projectId } = this;
    transaction?.committed();
    const chores: (() => void)[] = [];
    if (transaction?.isChanged) {
      chores.push(() => services.live.feed.committed(projectId, transaction.head.last_seq));
    }
    for (const [index, outcome] of this.outcomes.entries()) {
      if ("answer" in outcome) {
        members[index]?.resolve(outcome.answer);
        chores.push(...outcome.chores);
      } else members[index]?.reject(outcome.refusal);
    }
    for (const chore of chores) {
      try {
        chore();
      } catch (error) {
        services.log.error({ error: loggableError(error) }, "what was to follow a write failed");
      }
    }
  }

  private async outcomeOf(member: ProjectWrite, db: Db, answers: KeptAnswers, members: Members): Promise<Outcome> {
    const { deadline } = member;
    if (deadline !== null && deadline.leftMs < LEAST_MS) return { refusal: timeIsUp() };
    if (deadline !== null) this.leaves.push(deadline.onPass(() => this.deadline.pass()));
    let record: UnitOfWork | null = null;
    const chores: (() => void)[] = [];
    const work = async (transaction: ProjectTransaction, locked: LockedProject): Promise<Answer> => {
      const unit = new UnitOfWork(transaction, member.authorship);
      record = unit;
      const project = { ...locked.project, lastSeq: unit.seq };
      const afterCommit = (chore: () => void) => void chores.push(chore);
      const reading = member.alone ? transaction.db : onlyReading(transaction.db);
      const scope = { db: reading, project, record: unit, afterCommit };
      const answer = await member.work(scope);
      await unit.commit();
      answer.headers["x-project-seq"] = String(unit.seq);
      if (unit.seq > project.lastSeq) answer.commitSeq = unit.seq;
      return answer;
    };
    try {
      const { transaction, locked } = await this.enter(member, db, answers, members);
      const once = () => work(transaction, locked);
      return { answer: await (member.claim === null ? once() : answers.once(member.claim, once)), chores };
    } catch (error) {
      // What ended the transaction refuses all of it, whoever met it first.
      const isProblem = error instanceof Problem && !(error instanceof TimeIsUp);
      const isRefusal = isProblem || error instanceof ValidationProblem;
      const isKept = (record as UnitOfWork | null)?.isCommitted ?? false;
      if (member.alone || isKept || !isRefusal) throw error;
      return { refusal: error };
    }
  }

  /** Passes a member through the tenant gate; the first one admitted locks the project for all. */
  private async enter(
    member: ProjectWrite,
    db: Db,
    answers: KeptAnswers,
    members: Members,
  ): Promise<{ transaction: ProjectTransaction; locked: LockedProject }> {
    if (this.locked !== null && this.transaction !== null) {
      joinProject(this.locked, member.caller, member.whileArchived);
      if (!this.lookedAhead.has(member)) await this.lookAhead(this.transaction, answers, members);
      return { transaction: this.transaction, locked: this.locked };
    }
    const { projectId, services } = this;
    const { resources, clock } = services;
    // What an earlier look ahead read, whose caller was refused the lock, others may have changed since.
    this.lookedAhead.clear();
    answers.forget();
    const knownCounts = services.knownProjects.counts;
    const transaction = new ProjectTransaction({ db, projectId, resources, clock, knownCounts, isGuarded: true });
    const locking = openProject(db, member.caller, projectId, {
      lock: true,
      whileArchived: member.whileArchived,
    });
    const reading = this.lookAhead(transaction, answers, members);
    reading.catch(() => {});
    const locked = await locking;
    await reading;
    this.locked = locked;
    this.transaction = transaction.begin(locked.head);
    services.knownProjects.note(projectId, locked.project);
    members.open();
    return { transaction, locked };
  }

  /**
   * Reads at once what all who are here will ask for first. Sent behind the lock without waiting for it: a statement reads what is
   * true when it begins, and it begins when the lock is had.
   */
  private async lookAhead(transaction: ProjectTransaction, answers: KeptAnswers, members: Members): Promise<void> {
    const fresh = members.upcoming().filter((member) => !this.lookedAhead.has(member));
    for (const member of fresh) this.lookedAhead.add(member);
    await Promise.all([
      answers.load(fresh.flatMap(({ claim }) => claim ?? [])),
      transaction.readAhead(fresh.flatMap(({ lookUps }) => lookUps)),
    ]);
  }
}

/** For writes that share a transaction: what one of them wrote beside the record, its refusal could not take back. */
function onlyReading(db: Db): Db {
  return {
    execute: async (query) => {
      if (!/^\s*(SELECT|WITH)\b/.test(beginningOf(query)))
        throw new Error("an operation that writes beside the record goes alone");
      return db.execute(query);
    },
  };
}

/** Returns the first words of a statement; none where it may write whatever they are. */
function beginningOf(query: SQL | Statement): string {
  if ("text" in query) return query.mayWrite === true ? "" : query.text;
  const [begin] = query.queryChunks;
  return begin instanceof StringChunk ? begin.value.join("") : "";
}
