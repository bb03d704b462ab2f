import { expect } from "vitest";
import type { Answer, TestApi } from "#tests/support/api.ts";
import { type ReadStream, readStream } from "#tests/support/event-stream.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";

/** Users who ask after a refusal. */
const USERS = 10;

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
type Loose = any;

/** A project with a follower, a webhook, sessions and imports, and keys of several users. */
export class WorkingProject {
  private readonly api: TestApi;
  private readonly keys: readonly string[];
  private readonly path: string;
  private readonly receiver: WebhookReceiver;
  private readonly known: { id: string; external_id: string };
  private stream: { readonly read: ReadStream; readonly after: number } | null = null;
  /** Sequences that a follower has seen, each but once. */
  private followed = 0;
  private names = 0;

  private constructor(
    api: TestApi,
    options: { path: string; keys: readonly string[]; receiver: WebhookReceiver; known: Loose },
  ) {
    this.api = api;
    this.path = options.path;
    this.keys = options.keys;
    this.receiver = options.receiver;
    this.known = options.known;
  }

  static async open(api: TestApi): Promise<WorkingProject> {
    const path = `/v1/projects/${await api.makeProject()}`;
    const keys = await Promise.all(Array.from({ length: USERS }, () => api.home.makeKey()));
    const receiver = await startWebhookReceiver();
    const body = { external_id: "keeper", type: "npc", name: "Keeper" };
    const { body: known } = await api.call("POST", `${path}/entities`, { body });
    await api.call("POST", `${path}/entities`, { body: { external_id: "gate", type: "location", name: "Gate" } });
    const hook = await api.call("POST", `${path}/webhooks`, {
      body: { url: receiver.url, events: ["entity.created"] },
    });
    expect(hook.status).toBe(201);
    return new WorkingProject(api, { path, keys, receiver, known });
  }

  /** Creates entities at once, and answers what was said of each. */
  async write(count: number): Promise<Answer<Loose>[]> {
    const names = Array.from({ length: count }, () => this.nextName());
    const answers = await Promise.all(names.map((name) => this.create(name)));
    for (const [index, { status }] of answers.entries()) {
      const written = await this.find(names[index] ?? "");
      expect([status, written], names[index]).toEqual(status === 201 ? [201, 1] : [status, expect.toBeOneOf([0, 1])]);
    }
    return answers;
  }

  /** Asks as several users whose keys have to be looked up, for what exists. */
  read(): Promise<Answer<Loose>[]> {
    this.api.services.forgetCallers();
    const { path, known } = this;
    const asked = [path, `${path}/entities/${known.id}`, `${path}/entities?type=npc`, `${path}/events?limit=3`];
    return Promise.all(this.keys.map((key, index) => this.api.call("GET", asked[index % asked.length] ?? "", { key })));
  }

  /** Starts a session and an import; answers how to wait for their ends. */
  async work(): Promise<{ answers: Answer<Loose>[]; ended: () => Promise<string[]> }> {
    const content = `id,name\n${this.nextName()},Imported\n`;
    const asked = [
      this.api.call<Loose>("POST", `${this.path}/generate`, { body: { prompt: "Describe the gate." } }),
      this.api.call<Loose>("POST", `${this.path}/entities/import`, { body: { format: "csv", content, type: "npc" } }),
    ];
    const answers = await Promise.all(asked);
    const [session, rows] = answers;
    const paths = [`/v1/sessions/${session?.body.session_id}/status`, `${this.path}/entity-imports/${rows?.body.id}`];
    const ended = () =>
      Promise.all(
        paths.map(async (path) => {
          const { body } = await eventually(
            () => this.api.call<Loose>("GET", path),
            ({ body: { status } }) => status === "completed" || status === "failed" || status === "error",
            { about: path },
          );
          return body.status as string;
        }),
      );
    return { answers, ended };
  }

  /**
   * Expects that every user is answered what is true, that the project takes writes, and that limits, followers, deliveries,
   * sessions and jobs go on.
   */
  async expectWell(): Promise<void> {
    const read = await this.read();
    expect(read.map(({ status }) => status)).toEqual(read.map(() => 200));
    for (const { headers } of read) expect(headers.get("ratelimit")).toMatch(/^"default";r=[1-9]\d*;t=\d+$/);
    expect(read.map(({ body }) => body.id ?? body.total ?? body.events.length)).not.toContain(0);
    expect(read[1]?.body).toMatchObject(this.known);
    const { key } = this.api.home;
    const unknown = await this.api.call("GET", `${this.path}/entities/ent_${"0".repeat(26)}`);
    const stranger = await this.api.call("GET", this.path, { key: this.api.stranger.key });
    const wrong = await this.api.call("GET", this.path, { key: `${key.slice(0, -4)}0000` });
    expect([unknown.status, stranger.status, wrong.status]).toEqual([404, 404, 401]);

    const written = await this.write(3);
    expect(written.map(({ status }) => status)).toEqual([201, 201, 201]);
    const name = this.nextName();
    const [once, again] = [await this.create(name, name), await this.create(name, name)];
    expect([once.status, again.status, again.body]).toEqual([201, 201, once.body]);
    const { answers, ended } = await this.work();
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await ended()).toEqual(["completed", "completed"]);
    await this.follow();
    const ids = [...written, once].map(({ body }) => body.id as string);
    await this.receiver.until(() => ids.every((id) => this.isDelivered(id)), "a delivery");
  }

  /** Expects the record to replay to what is stored. */
  async expectReplay(): Promise<void> {
    const { status, body } = await this.api.call<Loose>("POST", `${this.path}/replay`);
    expect([status, body.differences]).toEqual([200, []]);
  }

  async close(): Promise<void> {
    await this.stream?.read.cut();
    await this.receiver.close();
  }

  /** Expects a follower, who comes again when the stream was ended, to see every event once and in order. */
  private async follow(): Promise<void> {
    const { body } = await this.api.call<Loose>("GET", `${this.path}/events?after_seq=${this.followed}&limit=500`);
    const last = body.events.at(-1).seq as number;
    while (this.followed < last) {
      this.stream ??= { read: await this.openStream(), after: this.followed };
      const { read, after } = this.stream;
      const arrived = read.until(() => read.events().length >= last - after);
      arrived.catch(() => {});
      await Promise.race([arrived, read.ended]);
      const seqs = read.events().map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_, index) => after + 1 + index));
      this.followed = after + seqs.length;
      if (this.followed < last) this.stream = null;
    }
  }

  private async openStream(): Promise<ReadStream> {
    const headers = { authorization: `Bearer ${this.api.home.key}` };
    const response = await this.api.fetch(`${this.path}/events/stream?after_seq=${this.followed}`, { headers });
    expect(response.status).toBe(200);
    return readStream(response);
  }

  private create(name: string, idempotencyKey?: string): Promise<Answer<Loose>> {
    const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    return this.api.call("POST", `${this.path}/entities`, { body: { external_id: name, type: "npc", name }, headers });
  }

  /** Answers how many entities have an external id, however often it has to ask. */
  private async find(externalId: string): Promise<number> {
    const path = `${this.path}/entities?external_id=${externalId}`;
    const { body } = await eventually(
      () => this.api.call<Loose>("GET", path),
      ({ status }) => status === 200,
      { about: externalId },
    );
    return body.total;
  }

  private isDelivered(id: string): boolean {
    return this.receiver.received.some(({ text }) => text.includes(id));
  }

  private nextName(): string {
    this.names += 1;
    return `npc-${this.names}`;
  }
}
