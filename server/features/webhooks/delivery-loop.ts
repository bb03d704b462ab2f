import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import { ConcurrencyLimits, type Lane } from "../../leases/concurrency-limits.ts";
import { LeasedLoop } from "../../leases/leased-loop.ts";
import { announceWork, releaseLeases } from "../../leases/leased-rows.ts";
import { SingleFlight } from "../../leases/single-flight.ts";
import type { Services } from "../../operation/context.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, jsonb, textArray } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import { onBehalfOf } from "../../record/on-behalf.ts";
import { attempt, type MadeAttempt } from "./attempt.ts";
import { DELIVERY_WORK, type DeliveryRow } from "./deliveries.ts";
import { inTurn } from "./in-turn.ts";
import { newDelivery } from "./new-delivery.ts";
import { type Plan, planNext } from "./plan.ts";
import { recoverPiece } from "./recover-piece.ts";
import { DELIVERY_TIMINGS, type DeliveryTimings, waitAfter } from "./schedule.ts";
import { type Settlement, settle } from "./settle.ts";
import { cancelAll, stopWebhook } from "./stop-webhook.ts";
import {
  type Endpoint,
  findLagging,
  readSubscriptions,
  type Subscription,
  type WebhookPlace,
} from "./subscriptions.ts";

/**
 * Maximum number of first attempts under way at one endpoint, and of further ones: failing deliveries do not delay new
 * ones.
 */
const FIRST_AT_ENDPOINT = 32;
const FURTHER_AT_ENDPOINT = 4;
/** Room for first attempts from which a backlog is planned on: a plan costs four statements, for one delivery or for many. */
const ROOM_FOR_SEVERAL = FIRST_AT_ENDPOINT / 2;
/** Attempts of one process. What hangs takes 15 seconds, so sixty endpoints that all hang leave room for others. */
const IN_PROCESS = 1_024;
/** Part of them that the webhooks of a workspace may have, and those of all workspaces at one host. */
const SHARE = 1 / 4;
/** Projects that are planned, looked after or written at once: the connections are shared with requests. */
const PROJECTS_AT_ONCE = 2;
/** Deliveries taken on, and outcomes written, in one statement. */
const CLAIMED_AT_ONCE = 16;
const SETTLED_AT_ONCE = 64;
/** Webhooks looked at in one look, which is a millisecond or two: 30,000 a minute, whether or not there are more. */
const LOOKED_AT = 500;
/** Milliseconds between two looks at a project without webhooks while its record grows. */
const LOOK_EVERY_MS = 1_000;
/** Projects of which it is remembered when they were looked at. */
const REMEMBERED = 10_000;

/** A delivery on its way, and the lease it is sent under. */
interface Taken {
  readonly row: Pick<DeliveryRow, "id" | "body" | "step" | "manual_at" | "origin">;
  readonly fence: number;
  readonly endpoint: Endpoint & { url: string };
}

/** Returns what tells a webhook from those of other projects, which may have its id. */
const nameOf = ({ projectId, webhookId }: Pick<Endpoint, "projectId" | "webhookId">): string =>
  `${projectId} ${webhookId}`;

/**
 * Sends the deliveries of webhooks. The loop follows the record with a cursor for each webhook, plans deliveries in the
 * order of the record, and begins their first attempts as soon as they are stored. A failed delivery is sent again by
 * its schedule, by the first process that looks for work. A process that ends loses nothing: its deliveries are taken
 * over when their leases expire, and may then be sent twice.
 */
export class DeliveryLoop {
  readonly #services: Services;
  readonly #timings: DeliveryTimings;
  readonly #first: ConcurrencyLimits;
  readonly #further: ConcurrencyLimits;
  readonly #inShare: number;
  /** Room below which a webhook with much to do waits. */
  readonly #several: number;
  /** Webhooks for which a further attempt could not begin, by project, with their lanes. */
  readonly #full = new Map<string, Map<string, readonly Lane[]>>();
  readonly #plans: SingleFlight;
  readonly #writes: SingleFlight;
  readonly #leased: LeasedLoop<DeliveryRow>;
  readonly #outcomes = new Map<string, Settlement[]>();
  /** Sequences by project and webhook up to which events were read beyond its stored cursor without a match. */
  readonly #read = new Map<string, number>();
  /** Moments at which projects were found to have no webhooks, by project. */
  readonly #without = new Map<string, number>();
  /** Projects with webhooks whose deliveries could not all begin. */
  readonly #starved = new Set<string>();
  /** The webhook that the last look ended with; null when it came to the end. */
  #lookedTo: WebhookPlace | null = null;
  /** Projects that a look found behind. */
  readonly #behind = new Set<string>();
  /** Webhooks that are off and of which nothing waits, by the version that is off. */
  readonly #quiet = new Set<string>();

  constructor(services: Services, timings: Partial<DeliveryTimings> = {}, { inProcess = IN_PROCESS } = {}) {
    this.#services = services;
    this.#first = new ConcurrencyLimits({ inAll: inProcess });
    this.#further = new ConcurrencyLimits({ inAll: inProcess });
    this.#inShare = inProcess * SHARE;
    this.#several = Math.min(ROOM_FOR_SEVERAL, this.#inShare / 2);
    this.#timings = { ...DELIVERY_TIMINGS, ...timings };
    const gaveUp = (projectId: string, error: unknown) =>
      services.log.warn({ project_id: projectId, error: loggableError(error) }, "work on deliveries did not move");
    const atOnce = PROJECTS_AT_ONCE;
    this.#plans = new SingleFlight({ work: (projectId) => this.#planSafely(projectId), atOnce, gaveUp });
    this.#writes = new SingleFlight({ work: (projectId, moved) => this.#write(projectId, moved), atOnce, gaveUp });
    this.#leased = new LeasedLoop<DeliveryRow>(services, {
      table: DELIVERY_WORK,
      name: "deliveries",
      timings: this.#timings,
      projectsAtOnce: PROJECTS_AT_ONCE,
      shares: (projectId) => {
        const waiting = this.#full.get(projectId) ?? new Map<string, readonly Lane[]>();
        for (const [id, lanes] of waiting) if (this.#further.available(lanes) > 0) waiting.delete(id);
        if (waiting.size === 0) this.#full.delete(projectId);
        const full = [...waiting.keys()];
        const share = {
          limit: CLAIMED_AT_ONCE,
          where: sql`webhook_id <> ALL(${textArray(full)})`,
          begin: async (claimed: readonly (DeliveryRow & { fence: number })[]) => {
            if (claimed.length > 0) await this.#sendDue(projectId, claimed);
            if (full.length > 0) this.#starved.add(projectId);
          },
        };
        return [share];
      },
      notify: (projectId) => {
        this.#without.delete(projectId);
        this.#plans.ask(projectId);
        this.#leased.ask(projectId);
      },
      expect: (projectId) => this.#without.delete(projectId),
      committed: (projectId) => this.#grown(projectId),
      poll: () => this.#findLagging(),
    });
  }

  /** Begins. */
  start(): void {
    this.#leased.start();
  }

  /** Takes nothing more on, waits a while for what is under way, and gives the rest back. */
  async close(): Promise<void> {
    await Promise.all([this.#leased.stop(), this.#plans.close()]);
    await this.#leased.settle();
    await this.#writes.close();
    await this.#leased.release();
  }

  /** A record has grown. */
  #grown(projectId: string): void {
    const looked = this.#without.get(projectId);
    if (looked !== undefined && this.#services.clock.now() - looked < LOOK_EVERY_MS) return;
    this.#plans.ask(projectId);
  }

  /** Asks for plans of projects in which a webhook is behind the record: commits are heard, but not by a process that ended. */
  async #findLagging(): Promise<void> {
    // The next webhooks at each poll.
    const { projectIds, next } = await findLagging(this.#services.database.reads, this.#lookedTo, LOOKED_AT);
    this.#lookedTo = next;
    for (const projectId of projectIds) {
      this.#behind.add(projectId);
      this.#plans.ask(projectId);
    }
  }

  async #planSafely(projectId: string): Promise<void> {
    try {
      await this.#plan(projectId);
    } catch (error) {
      this.#services.log.warn({ project_id: projectId, error: loggableError(error) }, "deliveries were not planned");
    }
  }

  /** Plans what webhooks of a project are to be told of next, and begins to. */
  async #plan(projectId: string): Promise<void> {
    const { database } = this.#services;
    const subscriptions = await readSubscriptions(database.reads, projectId);
    if (subscriptions.length === 0) {
      if (this.#without.size >= REMEMBERED) this.#without.clear();
      this.#without.set(projectId, this.#services.clock.now());
      return;
    }
    this.#without.delete(projectId);
    this.#starved.delete(projectId);
    const workspaceId = subscriptions[0]?.workspaceId ?? "";
    await onBehalfOf(workspaceId, () => this.#planAll(projectId, subscriptions));
  }

  async #planAll(projectId: string, subscriptions: readonly Subscription[]): Promise<void> {
    const { database, publicUrl, resources } = this.#services;
    const isLook = this.#behind.delete(projectId);
    const plans: { subscription: Subscription; plan: Plan }[] = [];
    const planned = new Map<string, number>();
    for (const subscription of subscriptions) {
      const { active, secrets, cursor, head } = subscription;
      if (!active) {
        await this.#quieten(subscription);
        continue;
      }
      if (secrets === null) {
        await stopWebhook(this.#services, subscription, "secret_missing");
        continue;
      }
      if (subscription.recovery !== null && (await recoverPiece(this.#services, subscription))) {
        this.#leased.ask(projectId);
        this.#plans.ask(projectId);
      }
      const after = Math.max(cursor, this.#read.get(nameOf(subscription)) ?? 0);
      if (after >= head) {
        // A place that only moved past what is for nobody is stored with the next delivery, or when a look finds it behind.
        if (isLook && cursor < head) plans.push({ subscription, plan: { deliveries: [], to: head } });
        continue;
      }
      const lanes = this.#lanesOf(subscription, FIRST_AT_ENDPOINT);
      const room = this.#first.available(lanes, planned);
      // With much to do it waits for room for several: one by one, each delivery would have a transaction to itself.
      if (room === 0 || (room < this.#several && room < head - after)) {
        this.#starved.add(projectId);
        continue;
      }
      const plan = await planNext(database.reads, subscription, { after, head, room, publicUrl, resources });
      plans.push({ subscription, plan });
      for (const { key } of lanes) planned.set(key, (planned.get(key) ?? 0) + plan.deliveries.length);
      if (plan.to < head) this.#plans.ask(projectId);
    }
    for (const { subscription, plan } of plans) {
      if (plan.deliveries.length === 0) this.#read.set(nameOf(subscription), plan.to);
    }
    if (isLook || plans.some(({ plan }) => plan.deliveries.length > 0)) await this.#begin(projectId, plans);
  }

  /** Stores plans with the places they lead to, and sends what they hold. */
  async #begin(projectId: string, plans: readonly { subscription: Subscription; plan: Plan }[]): Promise<void> {
    if (this.#leased.isClosed) return;
    const { database, clock } = this.#services;
    const { leaseMs } = this.#timings;
    const now = clock.now();
    const until = now + leaseMs;
    const rows = plans.flatMap(({ subscription, plan }) =>
      plan.deliveries.map(({ seq, kind, body }) => {
        const { webhookId } = subscription;
        const lease = { holder: this.#leased.holder, until };
        return newDelivery({ projectId, webhookId, seq, kind, origin: "event", body, now, lease });
      }),
    );
    const inserted = await database.writes.transaction("write", async (db) => {
      const moves = plans.map(({ subscription, plan }) => ({
        id: subscription.webhookId,
        old: subscription.cursor,
        new: plan.to,
      }));
      // Whoever plans at the same time waits here, finds the place moved, and leaves it to this process.
      const moved = await db.execute<Columns<"webhook_states", "webhook_id">>(
        sql`UPDATE webhook_states s SET cursor_seq = r.new
            FROM jsonb_to_recordset(${jsonb(moves)}) AS r(id text, old bigint, new bigint)
            WHERE s.project_id = ${projectId} AND s.webhook_id = r.id AND s.cursor_seq = r.old RETURNING s.webhook_id`,
      );
      const ids = new Set(moved.map(({ webhook_id }) => webhook_id));
      const own = rows.filter(({ webhook_id }) => ids.has(webhook_id));
      if (own.length === 0) return [];
      const [stored = []] = await db.finish([
        sql`${insertRows(DELIVERY_WORK.table, own)} ON CONFLICT (project_id, webhook_id, seq) DO NOTHING RETURNING id`,
        announceWork(projectId, DELIVERY_WORK, until),
      ]);
      return stored as { id: string }[];
    });
    const ids = new Set(inserted.map(({ id }) => id));
    const endpoints = new Map(plans.map(({ subscription }) => [subscription.webhookId, subscription]));
    for (const row of rows) {
      const { url, ...endpoint } = endpoints.get(row.webhook_id) ?? { url: null };
      if (!ids.has(row.id) || url === null || !("webhookId" in endpoint)) continue;
      this.#send({ row: { ...row, manual_at: null }, fence: row.fence, endpoint: { ...endpoint, url } }, this.#first);
    }
  }

  async #sendDue(projectId: string, claimed: readonly (DeliveryRow & { fence: number })[]): Promise<void> {
    const { database } = this.#services;
    const subscriptions = await readSubscriptions(database.reads, projectId);
    const endpoints = new Map(subscriptions.map((each) => [each.webhookId, each]));
    const surplus: (DeliveryRow & { fence: number })[] = [];
    const stopped: (DeliveryRow & { fence: number })[] = [];
    for (const row of inTurn(claimed)) {
      const { url = null, active = false, secrets = null, ...endpoint } = endpoints.get(row.webhook_id) ?? {};
      const isSendable = url !== null && secrets !== null && (active || row.origin === "test");
      if (!isSendable || !("webhookId" in endpoint)) stopped.push(row);
      else {
        const taken = { row, fence: row.fence, endpoint: { ...endpoint, url, active, secrets } };
        const lanes = this.#lanesOf(taken.endpoint, FURTHER_AT_ENDPOINT);
        if (this.#further.available(lanes) > 0) this.#send(taken, this.#further);
        else surplus.push(row);
        if (this.#further.available(lanes) > 0) continue;
        this.#full.set(projectId, (this.#full.get(projectId) ?? new Map()).set(row.webhook_id, lanes));
      }
    }
    const leases = surplus.map(({ id, fence }) => ({ projectId, id, fence }));
    if (leases.length > 0) {
      this.#starved.add(projectId);
      await releaseLeases(database.writes, DELIVERY_WORK, projectId, leases);
    }
    if (subscriptions.length > 0) return this.#drop(projectId, stopped);
    // The project was deleted: its deliveries wait for its restoration, or for its end.
    const all = claimed.map(({ id, fence }) => ({ projectId, id, fence }));
    await this.#leased.postpone(projectId, all);
  }

  /** Ends what waits for webhooks that are off or gone, also what a person asked for before. */
  async #drop(projectId: string, claimed: readonly (DeliveryRow & { fence: number })[]): Promise<void> {
    if (claimed.length === 0) return;
    const { writes } = this.#services.database;
    const leases = claimed.map(({ id, fence }) => ({ projectId, id, fence }));
    await releaseLeases(writes, DELIVERY_WORK, projectId, leases);
    for (const webhookId of new Set(claimed.map(({ webhook_id }) => webhook_id))) {
      await cancelAll(this.#services, { projectId, webhookId });
    }
    await writes.execute(
      sql`UPDATE webhook_deliveries SET due_at = NULL, manual_at = NULL WHERE project_id = ${projectId}
          AND id = ANY(${textArray(claimed.map(({ id }) => id))}) AND status <> 'pending'`,
    );
  }

  /** Cancels what waits for a webhook that was switched off or deleted, once. */
  async #quieten({ projectId, webhookId, versions }: Subscription): Promise<void> {
    const name = `${nameOf({ projectId, webhookId })} ${versions.at(-1)?.from ?? "gone"}`;
    if (this.#quiet.has(name)) return;
    await cancelAll(this.#services, { projectId, webhookId });
    if (this.#quiet.size >= REMEMBERED) this.#quiet.clear();
    this.#quiet.add(name);
  }

  /** The lanes of an attempt: its webhook, its workspace and the host it goes to. */
  #lanesOf({ projectId, webhookId, workspaceId, url }: Endpoint, atEndpoint: number): readonly Lane[] {
    const host = url === null ? null : (URL.parse(url)?.host ?? null);
    return [
      { key: nameOf({ projectId, webhookId }), most: atEndpoint },
      { key: workspaceId, most: this.#inShare },
      ...(host === null ? [] : [{ key: `host ${host}`, most: this.#inShare }]),
    ];
  }

  /** Begins an attempt; what comes of it is written when it ends. */
  #send(taken: Taken, limits: ConcurrencyLimits): void {
    const { endpoint, row, fence } = taken;
    const { projectId } = endpoint;
    const lease = { projectId, id: row.id, fence };
    const perform = () =>
      attempt(this.#services, endpoint, row, this.#timings.deadlineMs)
        .then((made) => this.#ended(taken, made))
        .catch((error: unknown) => {
          // Nothing will be written. The lease ends by itself, and whoever takes the delivery on then may have better luck.
          this.#leased.drop(lease);
          this.#services.log.warn({ delivery_id: row.id, error: loggableError(error) }, "a delivery was not sent");
        });
    const lanes = this.#lanesOf(endpoint, limits === this.#first ? FIRST_AT_ENDPOINT : FURTHER_AT_ENDPOINT);
    this.#leased.run(lease, { limits, lanes }, perform, () => {
      if (!this.#starved.has(projectId)) return;
      if (limits === this.#further) this.#leased.ask(projectId);
      else if (limits.available(lanes) >= this.#several) this.#plans.ask(projectId);
    });
  }

  async #ended({ row, fence, endpoint }: Taken, made: MadeAttempt): Promise<void> {
    const { projectId, webhookId, mode } = endpoint;
    const isTest = row.origin === "test";
    const endedAt = this.#services.clock.now();
    const isLast = made.isSuccess || isTest || made.isAborted || made.stops !== null;
    const wait = isLast ? null : waitAfter(this.#timings, mode, row.step + 1, made, Math.random());
    // Before the outcome is written, so that a process that ends in between leaves an attempt that is made again.
    if (made.stops !== null && !isTest) await stopWebhook(this.#services, endpoint, made.stops);
    const settlement: Settlement = {
      id: row.id,
      fence,
      webhookId,
      isTest,
      manualAt: row.manual_at,
      made,
      nextAt: wait === null ? null : endedAt + wait,
      endedAt,
    };
    addToList(this.#outcomes, projectId, settlement);
    this.#writes.ask(projectId);
  }

  /** Writes outcomes, together with all that ended meanwhile. The database may be away: then again, as long as it takes. */
  async #write(projectId: string, moved: () => void): Promise<void> {
    const { database, log } = this.#services;
    for (;;) {
      moved();
      const waiting = this.#outcomes.get(projectId);
      if (waiting === undefined) return;
      const some = waiting.slice(0, SETTLED_AT_ONCE);
      try {
        const { exhausted } = await settle(database, projectId, some, this.#timings);
        waiting.splice(0, some.length);
        if (waiting.length === 0) this.#outcomes.delete(projectId);
        for (const { id } of some) this.#leased.drop({ projectId, id });
        for (const webhookId of exhausted) await this.#stopFailing(projectId, webhookId);
      } catch (error) {
        log.warn({ project_id: projectId, error: loggableError(error) }, "outcomes of deliveries were not written");
        if (this.#leased.isClosed) return;
        await sleep(this.#timings.pollMs, null, { ref: false });
      }
    }
  }

  async #stopFailing(projectId: string, webhookId: string): Promise<void> {
    const subscriptions = await readSubscriptions(this.#services.database.reads, projectId);
    const endpoint = subscriptions.find((each) => each.webhookId === webhookId);
    if (endpoint?.active === true) await stopWebhook(this.#services, endpoint, "failing");
  }
}
