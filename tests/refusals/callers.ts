import type { TestApi } from "#tests/support/api.ts";
import type { AskedProject } from "./asked-project.ts";

/** Time within which every request is answered, in milliseconds: their deadline is 8 s, and a busy machine is late. */
const PATIENCE_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
type Loose = any;

/** Callers that read and write at once until they are told to stop, and compare every answer with what it must be. */
export class Callers {
  /** Answers that should not have been given. */
  readonly wrong: string[] = [];
  /** Answers by their status. */
  readonly answers = new Map<number, number>();
  slowestMs = 0;
  private readonly api: TestApi;
  private readonly projects: readonly AskedProject[];
  private readonly random: () => number;
  private readonly asking: Promise<void>[];
  private isStopped = false;
  private names = 0;

  constructor(
    api: TestApi,
    { projects, keys, random }: { projects: readonly AskedProject[]; keys: readonly string[]; random: () => number },
  ) {
    this.api = api;
    this.projects = projects;
    this.random = random;
    this.asking = keys.map((key) => this.askOn(key));
  }

  /** Waits until every caller has had its last answer. */
  async ended(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.asking);
  }

  private async askOn(key: string): Promise<void> {
    while (!this.isStopped) {
      const project = this.oneOf(this.projects);
      const isWriting = this.random() < 0.3;
      await (isWriting ? this.create(project, key) : this.read(project, key));
    }
  }

  private async create({ path, acknowledged, created, refused }: AskedProject, key: string): Promise<void> {
    this.names += 1;
    const name = `npc-${this.names}`;
    const made = await this.ask("POST", `${path}/entities`, key, { external_id: name, type: "npc", name });
    if (made === null) return void refused.push(name);
    created.set(name, made.body.id);
    acknowledged.push({ seq: made.seq, id: made.body.id, name });
    const renamed = await this.ask("PATCH", `${path}/entities/${made.body.id}`, key, { name: `${name} renamed` });
    if (renamed !== null) acknowledged.push({ seq: renamed.seq, id: made.body.id, name: `${name} renamed` });
  }

  private async read({ path, acknowledged, created }: AskedProject, key: string): Promise<void> {
    const known = created.size;
    const { id, seq } = acknowledged[Math.floor(this.random() * acknowledged.length)] ?? { id: "", seq: 1 };
    const questions: [string, (body: Loose) => boolean][] = [
      [path, (body) => path.endsWith(body.id)],
      [`${path}/entities?type=npc&limit=20`, (body) => body.total >= known && body.entities.length <= 20],
      [`${path}/events?after_seq=${seq - 1}&limit=20`, ({ events }) => isGapless(events, seq)],
    ];
    if (id !== "") questions.push([`${path}/entities/${id}`, (body) => body.id === id]);
    const [question, isTrue] = this.oneOf(questions);
    const answer = await this.ask("GET", question, key);
    if (answer !== null && !isTrue(answer.body)) this.wrong.push(`GET ${question}: ${JSON.stringify(answer.body)}`);
  }

  /** Asks once; null when it was refused for now. */
  private async ask(
    method: string,
    path: string,
    key: string,
    body?: object,
  ): Promise<{ body: Loose; seq: number } | null> {
    const began = performance.now();
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    try {
      const response = await this.api.fetch(path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
      const answer = await response.json();
      this.answers.set(response.status, (this.answers.get(response.status) ?? 0) + 1);
      if (response.ok) return { body: answer, seq: Number(response.headers.get("x-project-seq")) };
      const isTold = response.status === 503 && response.headers.has("retry-after");
      if (!isTold) this.wrong.push(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    } catch (error) {
      this.wrong.push(`${method} ${path}: ${String(error)}`);
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    }
    return null;
  }

  private oneOf<T>(members: readonly T[]): T {
    return members[Math.floor(this.random() * members.length)] as T;
  }
}

function isGapless(events: readonly { seq: number }[], first: number): boolean {
  return events.length > 0 && events.every(({ seq }, index) => seq === first + index);
}
