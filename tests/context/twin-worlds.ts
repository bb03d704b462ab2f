import fc from "fast-check";
import { registry } from "#server/operations.ts";
import type { Workbench } from "../record/workbench.ts";

const { dialogues, entities, facts, relationships, secrets } = registry;

/** Words of all texts: few, so that what is withheld would weigh on what is not. */
const VOCABULARY = [
  "flood",
  "ledger",
  "bell",
  "quay",
  "salt",
  "widow",
  "lantern",
  "debt",
  "oar",
  "tide",
  "Tola",
  "Unna",
];

const text = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 2, maxLength: 9 });
const VERBS = [
  "fact",
  "own fact",
  "tell",
  "line",
  "kept line",
  "person",
  "kept part",
  "link",
  "revise",
  "supersede",
] as const;

/** A step of both worlds; `other` is said in the second where the reader may not know it. */
const step = fc.record({
  verb: fc.constantFrom(...VERBS),
  hidden: fc.boolean(),
  said: text,
  other: text,
  at: fc.nat(40),
});
export const twinSteps = fc.array(step, { minLength: 16, maxLength: 30 });
export type TwinStep = (typeof twinSteps extends fc.Arbitrary<infer T> ? T : never) extends (infer S)[] ? S : never;

/** Events that making one subject has at most. */
const EVENTS_OF_ONE = 3;

/** One of two worlds that differ only in words that the reader may not know. */
export class TwinWorld {
  readonly params: { project_id: string };
  /** Ids in the order in which they were made, by which two worlds are compared. */
  readonly ids: string[] = [];
  reader = "";
  /** Sequences at which something was there and not yet kept from the reader, who then knew it: their worlds may differ. */
  readonly open = new Set<number>();
  readonly #bench: Workbench;
  readonly #isSecond: boolean;
  #teller = "";
  #hiddenPerson = "";
  #graphs = { open: "", hidden: "" };
  readonly #facts: { id: string; hidden: boolean; known: string[] | "everyone" }[] = [];
  #revisions = 0;
  readonly #lines: { id: string; hidden: boolean }[] = [];
  #keys = 0;

  constructor(bench: Workbench, projectId: string, isSecond: boolean) {
    this.#bench = bench;
    this.#isSecond = isSecond;
    this.params = { project_id: projectId };
  }

  async begin(): Promise<void> {
    this.#teller = await this.#person("Tola", {});
    this.reader = await this.#person("Unna", {});
    this.#hiddenPerson = await this.#person("Somebody", {});
    await this.#keep(this.#hiddenPerson, null);
    const graph = async () =>
      this.#made(await this.#bench.ask(dialogues.create, { params: this.params, body: { name: "Talk" } }));
    this.#graphs = { open: await graph(), hidden: await graph() };
    await this.#keep(this.#graphs.hidden, null);
  }

  async take({ verb, hidden, said, other, at }: TwinStep): Promise<void> {
    const words = (isHidden: boolean) => (isHidden && this.#isSecond ? other : said).join(" ");
    const some = <T>(list: readonly T[]): T | undefined => list[at % Math.max(1, list.length)];
    const known = hidden ? [this.#teller] : at % 3 === 0 ? [this.reader, this.#teller] : ("everyone" as const);
    if (verb === "fact" || verb === "own fact") {
      // About somebody hidden, a fact is hidden whoever knows it.
      const isHidden = hidden || at % 5 === 0;
      const subject_id = at % 5 === 0 ? this.#hiddenPerson : verb === "own fact" ? this.reader : this.#teller;
      const known_by = hidden && verb === "own fact" ? [] : known;
      const secret = hidden && at % 2 === 0;
      const body = { text: words(isHidden), subject_id, known_by, secret };
      const id = this.#made(await this.#bench.ask(facts.create, { params: this.params, body }));
      this.#facts.push({ id, hidden: isHidden, known: known_by });
    } else if (verb === "tell") {
      const fact = some(this.#facts.filter(({ known: by }) => by !== "everyone"));
      if (fact === undefined || fact.known === "everyone") return;
      const known_by = [...new Set([...fact.known, this.#teller])].slice(at % 2 === 0 ? 0 : -1);
      await this.#bench.ask(facts.update, { params: { ...this.params, fact_id: fact.id }, body: { known_by } });
      fact.known = known_by;
    } else if (verb === "supersede") {
      const fact = some(this.#facts);
      if (fact === undefined) return;
      this.#facts.splice(this.#facts.indexOf(fact), 1);
      const body = { by: { text: words(true), known_by: [this.#teller] }, reason: "so it is" };
      const answer = await this.#bench.ask(facts.supersede, { params: { ...this.params, fact_id: fact.id }, body });
      this.ids.push(answer.by.id);
    } else if (verb === "line" || verb === "kept line") {
      const isHidden = hidden || verb === "kept line";
      const graph_id = hidden ? this.#graphs.hidden : this.#graphs.open;
      const body = {
        text: words(isHidden),
        ...(at % 2 === 0 && { speaker_id: hidden ? this.#hiddenPerson : this.#teller }),
      };
      const id = this.#made(
        await this.#bench.ask(dialogues.createNode, { params: { ...this.params, graph_id }, body }),
      );
      if (verb === "kept line") await this.#keep(id, at % 3 === 0 ? "/text" : null);
      this.#lines.push({ id, hidden: isHidden });
    } else if (verb === "revise") {
      const line = some(this.#lines);
      if (line === undefined) return;
      // Numbered, so that it is a change in both worlds, whatever the line said before.
      this.#revisions += 1;
      const body = { text: `${words(line.hidden)} ${this.#revisions}` };
      await this.#bench.ask(dialogues.updateNode, { params: { ...this.params, node_id: line.id }, body });
    } else if (verb === "person") {
      const id = await this.#person(hidden ? "Nobody" : words(false), { says: words(hidden) });
      if (hidden) await this.#keep(id, null);
    } else if (verb === "kept part") {
      const id = await this.#person("Someone", { open: words(false), told: words(true) });
      await this.#keep(id, "/properties/told");
    } else {
      const target_id = hidden ? this.#hiddenPerson : this.reader;
      const body = { type: "knows", source_id: this.#teller, target_id, properties: { how: words(hidden) } };
      this.#made(await this.#bench.ask(relationships.create, { params: this.params, body }));
    }
  }

  /** An answer with ids by their places, and without what follows from the project's own id. */
  comparable(answer: { receipt_id: string; digest: string }): string {
    const { receipt_id: _, digest: __, ...rest } = answer;
    const places = new Map(this.ids.map((id, place) => [id, `#${place}`]));
    return JSON.stringify(rest).replace(/[a-z]+_[0-9a-z]{26}/g, (id) => places.get(id) ?? id);
  }

  #made({ id }: { id: string }): string {
    this.ids.push(id);
    return id;
  }

  async #person(name: string, properties: object): Promise<string> {
    const body = { external_id: `person-${this.#keys++}`, name, type: "person", properties };
    return this.#made(await this.#bench.ask(entities.create, { params: this.params, body }));
  }

  async #keep(subject_id: string, pointer: string | null): Promise<void> {
    const body = { subject_id, ...(pointer !== null && { pointer }), known_by: [this.#teller] };
    const { headers } = await this.#bench.call(secrets.create, { params: this.params, body });
    const kept = Number(headers["x-project-seq"]);
    for (let seq = kept - EVENTS_OF_ONE; seq < kept; seq++) this.open.add(seq);
  }
}
