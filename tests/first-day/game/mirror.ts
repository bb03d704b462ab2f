// Copy of the project in the game, kept up to date by the stream of events.
import type { Fabula, Schemas } from "./client.ts";

type Row = NonNullable<Schemas["Event"]["resource"]>;

/** Copy of every subject of a project by its id, as of an event. */
export class Mirror {
  readonly rows = new Map<string, { readonly type: string; readonly row: Row }>();
  /** Sequence of the last event that was applied. */
  seq = 0;
  /** Number of times that the stream was opened. */
  opened = 0;

  readonly #api: Fabula;
  readonly #project_id: string;
  readonly #arrived = new Set<() => void>();
  #cut = new AbortController();
  #isClosed = false;

  constructor(api: Fabula, project_id: string) {
    this.#api = api;
    this.#project_id = project_id;
  }

  /** Follows the project until it is closed; after a cut it goes on behind the last event. */
  async follow(): Promise<void> {
    while (!this.#isClosed) {
      this.#cut = new AbortController();
      this.opened += 1;
      await this.#read(this.#cut.signal).catch((error: unknown) => {
        if (!this.#cut.signal.aborted) throw error;
      });
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const inputs = {
      path: { project_id: this.#project_id },
      query: { after_seq: this.seq, include: "resource" as const },
    };
    for await (const message of this.#api.stream("/v1/projects/{project_id}/events/stream", inputs, signal)) {
      if (message.event === "event") this.#apply(JSON.parse(message.data) as Schemas["Event"]);
    }
  }

  #apply({ seq, subject_id, subject_type, resource }: Schemas["Event"]): void {
    if (seq !== this.seq + 1) throw new Error(`event ${seq} came after ${this.seq}`);
    if (resource === null || resource === undefined) this.rows.delete(subject_id);
    else this.rows.set(subject_id, { type: subject_type, row: resource });
    this.seq = seq;
    for (const look of this.#arrived) look();
  }

  /** Waits for an event. */
  until(seq: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.seq < seq) return;
        this.#arrived.delete(look);
        resolve();
      };
      this.#arrived.add(look);
      look();
    });
  }

  /** Loses the connection, as networks do. */
  cut(): void {
    this.#cut.abort();
  }

  close(): void {
    this.#isClosed = true;
    this.#cut.abort();
  }

  /** The rows of a type by id. */
  of(type: string): Map<string, Row> {
    return new Map([...this.rows].flatMap(([id, each]) => (each.type === type ? [[id, each.row]] : [])));
  }
}

/** The lists of a project at a sequence, each by id. */
export async function readLists(
  api: Fabula,
  project_id: string,
  at_seq: number,
): Promise<Record<string, Map<string, Row>>> {
  const inputs = { path: { project_id }, query: { limit: 500, at_seq } };
  const lists = { entity: new Map<string, Row>(), relationship: new Map<string, Row>(), fact: new Map<string, Row>() };
  for await (const { entities } of api.pages("/v1/projects/{project_id}/entities", inputs)) {
    for (const row of entities) lists.entity.set(row.id, row);
  }
  for await (const { relationships } of api.pages("/v1/projects/{project_id}/relationships", inputs)) {
    for (const row of relationships) lists.relationship.set(row.id, row);
  }
  for await (const { facts } of api.pages("/v1/projects/{project_id}/facts", inputs)) {
    for (const row of facts) lists.fact.set(row.id, row);
  }
  return lists;
}
