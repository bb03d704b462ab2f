import fc from "fast-check";
import { registry } from "#server/operations.ts";
import type { Workbench } from "../record/workbench.ts";

const { dialogues, entities, facts, relationships, secrets } = registry;

/** Word that occurs in one text only and is stored unchanged, so that a search for it finds every leak. */
export interface Canary {
  readonly word: string;
  /** The sequence that wrote it. */
  readonly seq: number;
  /** Person who may not know it; null where everybody may. */
  readonly hiddenFrom: string | null;
  /** Whether another text has taken its place, and since which sequence. */
  until: number | null;
}

const LETTERS = "bcdfghjklmnpqrstvwxz";

/** Six letters for a number, so that no word ends another one's. */
function wordOf(n: number): string {
  const digits = [0, 1, 2, 3].map((place) => LETTERS[Math.floor(n / LETTERS.length ** place) % LETTERS.length]);
  return `yu${digits.join("")}`;
}

const step = fc.record({
  verb: fc.constantFrom("entity", "fact", "line", "link", "edit", "supersede", "revise", "delete"),
  secret: fc.boolean(),
  at: fc.nat(50),
});
/** Generates the steps of a world, in their order. */
export const happenings = fc.array(step, { minLength: 14, maxLength: 28 });

/** Story in which every text has a unique word; some of its texts are secret from one of its two characters. */
export class SecretiveWorld {
  readonly canaries: Canary[] = [];
  readonly params: { project_id: string };
  readonly #entities: string[] = [];
  readonly #facts: { id: string; canary: Canary }[] = [];
  readonly #lines: { id: string; graph: string; canary: Canary }[] = [];
  seq = 0;
  told = "";
  untold = "";
  #graphs: { open: string; hidden: string } = { open: "", hidden: "" };

  readonly #bench: Workbench;

  constructor(bench: Workbench, projectId: string) {
    this.#bench = bench;
    this.params = { project_id: projectId };
  }

  async begin(): Promise<void> {
    this.told = await this.#entity("Tola", {});
    this.untold = await this.#entity("Unna", {});
    const graph = async () => {
      const { id, valid_from_seq } = await this.#bench.ask(dialogues.create, {
        params: this.params,
        body: { name: "Talk" },
      });
      this.seq = valid_from_seq ?? 0;
      return id;
    };
    this.#graphs = { open: await graph(), hidden: await graph() };
    await this.#keep(this.#graphs.hidden, null);
  }

  async take({ verb, secret, at }: { verb: string; secret: boolean; at: number }): Promise<void> {
    const canary: Canary = {
      word: wordOf(this.canaries.length),
      seq: 0,
      hiddenFrom: secret ? this.untold : null,
      until: null,
    };
    const written = (seq: number) => {
      this.seq = Math.max(this.seq, seq);
      Object.assign(canary, { seq });
      this.canaries.push(canary);
    };
    const some = <T>(list: readonly T[]): T | undefined => list[at % Math.max(1, list.length)];
    const known_by = secret ? [this.told] : "everyone";
    if (verb === "entity" && at % 2 === 0) {
      // The whole of it is kept, from before it says anything.
      const id = await this.#entity(`Someone ${this.canaries.length}`, {});
      if (secret) await this.#keep(id, null);
      else this.#entities.push(id);
      written(await this.#say(id, canary.word));
      await this.#link(id, at);
    } else if (verb === "entity" || verb === "edit") {
      const id = some(this.#entities) ?? this.told;
      const field = `p${this.canaries.length}`;
      if (secret) await this.#keep(id, `/properties/${field}`);
      written(await this.#say(id, canary.word, field));
    } else if (verb === "fact") {
      const body = {
        text: `It is said that ${canary.word} holds.`,
        subject_id: some(this.#entities) ?? null,
        known_by,
      };
      const { id, valid_from_seq } = await this.#bench.ask(facts.create, { params: this.params, body });
      this.#facts.push({ id, canary });
      written(valid_from_seq ?? 0);
    } else if (verb === "supersede" && this.#facts.length > 0) {
      const old = some(this.#facts);
      if (old === undefined || old.canary.until !== null) return;
      const by = { text: `Now ${canary.word} holds.`, known_by };
      const params = { ...this.params, fact_id: old.id };
      await this.#bench.ask(facts.supersede, { params, body: { by, reason: "so it is" } });
      written(await this.#head());
      if (!secret) old.canary.until = this.seq;
    } else if (verb === "line") {
      const graph = secret ? this.#graphs.hidden : this.#graphs.open;
      const body = { text: `They say ${canary.word} at the quay.` };
      const { id, valid_from_seq } = await this.#bench.ask(dialogues.createNode, {
        params: { ...this.params, graph_id: graph },
        body,
      });
      this.#lines.push({ id, graph, canary });
      written(valid_from_seq ?? 0);
    } else if (verb === "revise" && this.#lines.length > 0) {
      const line = some(this.#lines.filter(({ canary: { hiddenFrom } }) => (hiddenFrom !== null) === secret));
      if (line === undefined) return;
      const { valid_from_seq } = await this.#bench.ask(dialogues.updateNode, {
        params: { ...this.params, node_id: line.id },
        body: { text: `Nobody says it but ${canary.word}.` },
      });
      written(valid_from_seq ?? 0);
      line.canary.until ??= this.seq;
    } else if (verb === "link") {
      await this.#link(some(this.#entities) ?? this.untold, at);
    } else if (verb === "delete" && this.#facts.length > 3) {
      const [gone] = this.#facts.splice(at % this.#facts.length, 1);
      await this.#bench.ask(facts.delete, { params: { ...this.params, fact_id: gone?.id ?? "" } });
      this.seq = await this.#head();
      if (gone !== undefined) gone.canary.until ??= this.seq;
    }
  }

  async #entity(name: string, properties: object): Promise<string> {
    const body = { external_id: name, name, type: "person", properties };
    const { id, valid_from_seq } = await this.#bench.ask(entities.create, { params: this.params, body });
    this.seq = valid_from_seq ?? this.seq;
    return id;
  }

  async #say(id: string, word: string, field = "says"): Promise<number> {
    const answer = await this.#bench.ask(entities.update, {
      params: { ...this.params, entity_id: id },
      body: { properties: { [field]: word } },
    });
    return answer.valid_from_seq ?? 0;
  }

  async #keep(subject_id: string, pointer: string | null): Promise<void> {
    const body = { subject_id, ...(pointer !== null && { pointer }), known_by: [this.told] };
    await this.#bench.ask(secrets.create, { params: this.params, body });
    this.seq = await this.#head();
  }

  async #link(source_id: string, at: number): Promise<void> {
    const target_id = at % 3 === 0 ? this.told : this.untold;
    if (source_id === target_id) return;
    await this.#bench.ask(relationships.create, { params: this.params, body: { type: "knows", source_id, target_id } });
    this.seq = await this.#head();
  }

  async #head(): Promise<number> {
    const { headers } = await this.#bench.call(registry.projects.get, { params: this.params });
    return Number(headers["x-project-seq"]);
  }
}

/** A question that names every word there is. */
export const everything = (all: readonly Canary[]) =>
  ["quay said holds Tola Unna", ...all.map(({ word }) => word)].join(" ");
