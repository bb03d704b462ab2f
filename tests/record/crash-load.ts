import { setTimeout as pause } from "node:timers/promises";

/** URL of a server and the key for it. */
export interface Target {
  url: string;
  key: string;
}

/** A write that was answered with success: from then on it may not be lost. */
export interface AcknowledgedWrite {
  seq: number;
  subjectId: string;
  name: string;
}

/** A write that got no answer: it happened or it did not, and sending it again must come to the same. */
export interface UnansweredWrite {
  idempotencyKey: string;
  externalId: string;
}

/** Calls the API; throws when no answer comes. */
export async function call<Body>(
  target: Target,
  method: string,
  path: string,
  body?: object,
  idempotencyKey?: string,
): Promise<{ status: number; headers: Headers; body: Body }> {
  const response = await fetch(target.url + path, {
    method,
    headers: {
      authorization: `Bearer ${target.key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

interface Entity {
  id: string;
  name: string;
}

/** Writers that go on until they are told to stop or get no answer. */
export class Load {
  readonly acknowledged: AcknowledgedWrite[] = [];
  readonly unanswered: UnansweredWrite[] = [];
  /** Answers that promised nothing, such as 503 while the database was away. */
  refused = 0;
  /** Answers that should not have been given. */
  readonly unexpected: string[] = [];
  private readonly target: Target;
  private readonly projectId: string;
  private readonly name: string;
  private readonly writers: Promise<void>[];
  private isStopped = false;

  constructor(target: Target, projectId: string, name: string, writers: number) {
    this.target = target;
    this.projectId = projectId;
    this.name = name;
    this.writers = Array.from({ length: writers }, (_, number) => this.write(number));
  }

  /** Waits until this many writes were acknowledged. */
  async reached(count: number): Promise<void> {
    while (this.acknowledged.length < count) await pause(1);
  }

  /** Waits until every writer has had its last answer, or knows that none will come. */
  async ended(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.writers);
  }

  private async write(number: number): Promise<void> {
    for (let round = 0; !this.isStopped; round++) {
      const externalId = `${this.name}-${number}-${round}`;
      const made = await this.create(externalId);
      if (made === null) return;
      await this.rename(made, `${externalId} renamed`);
    }
  }

  /** Creates one entity, asking again with the same key until there is an answer, as a careful client does. */
  private async create(externalId: string): Promise<Entity | null> {
    const idempotencyKey = `key-${externalId}`;
    const body = { external_id: externalId, type: "npc", name: externalId, properties: { text: "x".repeat(200) } };
    for (;;) {
      const made = await this.acknowledge("POST", "/entities", body, idempotencyKey).catch(() => null);
      if (made !== null) return made;
      if (this.isStopped) {
        this.unanswered.push({ idempotencyKey, externalId });
        return null;
      }
      await pause(20);
    }
  }

  private async rename({ id }: Entity, name: string): Promise<void> {
    // Without an answer nobody knows whether it happened; nothing is promised then.
    await this.acknowledge("PATCH", `/entities/${id}`, { name }).catch(() => null);
  }

  private async acknowledge(method: string, path: string, body: object, key?: string): Promise<Entity | null> {
    const answer = await call<Entity>(this.target, method, `/v1/projects/${this.projectId}${path}`, body, key);
    if (answer.status >= 300) {
      if (answer.status === 503) this.refused += 1;
      else this.unexpected.push(`${method} ${path} ${answer.status}`);
      return null;
    }
    const seq = Number(answer.headers.get("x-project-seq"));
    this.acknowledged.push({ seq, subjectId: answer.body.id, name: answer.body.name });
    return answer.body;
  }
}
