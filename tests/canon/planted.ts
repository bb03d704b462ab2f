import type { JsonObject } from "#domain/json.ts";
import { registry } from "#server/operations.ts";
import type { Story } from "#tests/record/story.ts";

const { canonRules, chapters, entities, facts, passages, projects, relationships, seeds } = registry;

/** Name of a contradiction: its code and the subjects of its evidence. */
export type Contradiction = string;

export const named = (code: string, ...ids: string[]): Contradiction => [code, ...ids.sort()].join(" ");

/** A world in which contradictions are planted, and things that look like one. */
export class PlantedWorld {
  readonly story: Story;
  readonly random: () => number;
  #count = 0;

  constructor(story: Story, random: () => number) {
    this.story = story;
    this.random = random;
  }

  pick<T>(some: readonly T[]): T {
    return some[Math.floor(this.random() * some.length)] as T;
  }

  async entity(type: string, properties: JsonObject = {}, rest: JsonObject = {}): Promise<string> {
    const name = `${type} ${++this.#count}`;
    const body = { external_id: name, type, name, properties, ...rest };
    return (await this.story.ask(entities.create, { body })).id;
  }

  async fact(subject_id: string, predicate: string, rest: JsonObject = {}): Promise<string> {
    return (await this.story.ask(facts.create, { body: factOf(subject_id, predicate, rest) })).id;
  }

  /** Several facts in one commit. */
  async together(...some: JsonObject[]): Promise<string[]> {
    const { results } = await this.story.ask(facts.batch, { body: { facts: some } });
    return results.flatMap(({ id }) => id ?? []);
  }

  async tie(type: string, source_id: string, target_id: string, properties: JsonObject = {}): Promise<string> {
    return (await this.story.ask(relationships.create, { body: { type, source_id, target_id, properties } })).id;
  }

  async untie(relationship_id: string): Promise<void> {
    await this.story.ask(relationships.delete, { params: { relationship_id } });
  }

  async tell(fact_id: string, to: string, from: string | null, how = "told"): Promise<void> {
    await this.story.ask(facts.tell, { params: { fact_id }, body: { to: [to], how, from } });
  }

  async supersede(fact_id: string, by: string, mode = "from"): Promise<void> {
    await this.story.ask(facts.supersede, { params: { fact_id }, body: { by, reason: "It moved on.", mode } });
  }

  async edit(fact_id: string, body: JsonObject): Promise<void> {
    await this.story.ask(facts.update, { params: { fact_id }, body });
  }

  async remove(fact_id: string): Promise<void> {
    await this.story.ask(facts.delete, { params: { fact_id } });
  }

  /** A passage of a chapter that happens at a place in the story; null where that is not told. */
  async passage(story_order: number | null): Promise<JsonObject> {
    return this.passageOf(await this.chapter(story_order));
  }

  async chapter(story_order: number | null): Promise<string> {
    const title = `Chapter ${++this.#count}`;
    return (await this.story.ask(chapters.create, { body: { title, story_order } })).id;
  }

  async passageOf(chapter_id: string): Promise<JsonObject> {
    const { id } = await this.story.ask(passages.create, { body: { chapter_id, text: "It was told." } });
    return { source: { kind: "passage", passage_id: id } };
  }

  async promise(rest: JsonObject): Promise<string> {
    const body = { promise: `Promise ${++this.#count}`, ...rest };
    return (await this.story.ask(seeds.create, { body })).id;
  }

  async set(entity_id: string, properties: JsonObject): Promise<void> {
    await this.story.ask(entities.update, { params: { entity_id }, body: { properties } });
  }
}

export function factOf(subject_id: string, predicate: string, rest: JsonObject = {}): JsonObject {
  return { subject_id, predicate, text: `It is so: ${predicate}.`, ...rest };
}

/** One thing that is planted: what it makes, and what has to be found of it. */
export type Plant = (world: PlantedWorld) => Promise<Contradiction[]>;

/** Contradictions of every kind, each beside what is none. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  "acts after death": async (w) => {
    const who = await w.entity("character");
    const death = await w.fact(who, w.pick(["died", "is_dead", "Died"]));
    const act = await w.fact(who, w.pick(["visits", "Travels to", "travelled-to"]));
    return [named("acts_dead", death, act)];
  },
  "acts after a death that was written differently since": async (w) => {
    const who = await w.entity("character");
    const death = await w.fact(who, "died");
    const act = await w.fact(who, "visits");
    await w.edit(death, { text: "She drowned." });
    await w.edit(act, { text: "She calls on the clerk." });
    return [named("acts_dead", death, act)];
  },
  "acts before death": async (w) => {
    const who = await w.entity("character");
    const act = await w.fact(who, "visits");
    await w.fact(who, "died");
    await w.edit(act, { text: "She called on the clerk." });
    return [];
  },
  "acts before what became a death later": async (w) => {
    const who = await w.entity("character");
    const change = await w.fact(who, "is ill");
    await w.fact(who, "visits");
    await w.edit(change, { predicate: "died" });
    return [];
  },
  "acts and death of one commit": async (w) => {
    const who = await w.entity("character");
    await w.together(factOf(who, "died"), factOf(who, "visits"));
    return [];
  },
  "acts after a death that was taken back": async (w) => {
    const who = await w.entity("character");
    const death = await w.fact(who, "died");
    await w.fact(who, "visits");
    if (w.random() < 0.5) await w.remove(death);
    else await w.supersede(death, await w.fact(who, "came back"));
    return [];
  },
  "the rest of the dead": async (w) => {
    const who = await w.entity("character");
    await w.fact(who, "died");
    await w.fact(who, "is remembered for");
    await w.fact(await w.entity("character"), "visits", { object_id: who });
    return [];
  },
  "acts after the property": async (w) => {
    const who = await w.entity("character", { status: "alive" });
    await w.set(who, { status: "Dead" });
    const act = await w.fact(who, "attacks");
    await w.set(who, { mood: "none" });
    return [named("acts_dead", who, act)];
  },
  "tells after death": async (w) => {
    const [who, other] = [await w.entity("character"), await w.entity("character")];
    const fact = await w.fact(other, "fears", { known_by: [who] });
    const death = await w.fact(who, "died");
    await w.tell(fact, other, who);
    return [named("tells_dead", death, fact)];
  },
  "tells before death": async (w) => {
    const [who, other] = [await w.entity("character"), await w.entity("character")];
    const fact = await w.fact(other, "fears", { known_by: [who] });
    await w.tell(fact, other, who);
    await w.fact(who, "died");
    await w.edit(fact, { confidence: 0.5 });
    return [];
  },
  "two holders": async (w) => {
    const [item, a, b] = [await w.entity("item"), await w.entity("character"), await w.entity("character")];
    const [first, second] = [await w.tie("has", a, item), await w.fact(b, "carries", { object_id: item })];
    return [named("two_holders", first, second)];
  },
  "one holder after another": async (w) => {
    const [item, a, b] = [await w.entity("item"), await w.entity("character"), await w.entity("character")];
    const first = await w.fact(a, "holds", { object_id: item });
    await w.supersede(first, await w.fact(b, "holds", { object_id: item }));
    return [];
  },
  "things that are counted, and what is no item": async (w) => {
    const [coin, ring, a, b] = [
      await w.entity("item"),
      await w.entity("faction"),
      await w.entity("character"),
      await w.entity("character"),
    ];
    await w.tie("has", a, coin, { count: 3 });
    await w.tie("has", b, coin);
    await w.tie("has", a, ring);
    await w.tie("has", b, ring);
    return [];
  },
  "a purse in a hand": async (w) => {
    const [purse, key, who] = [await w.entity("item"), await w.entity("item"), await w.entity("character")];
    await w.fact(purse, "holds", { object_id: key });
    await w.tie("has", who, key);
    await w.tie("has", who, purse);
    return [];
  },
  "a purse that was in a hand": async (w) => {
    const [purse, key, who] = [await w.entity("item"), await w.entity("item"), await w.entity("character")];
    const inPurse = await w.fact(purse, "holds", { object_id: key });
    const inHand = await w.fact(who, "has", { object_id: key });
    const hand = await w.fact(who, "holds", { object_id: purse });
    await w.remove(hand);
    return [named("two_holders", inPurse, inHand)];
  },
  "two values": async (w) => {
    const [who, here, there] = [await w.entity("character"), await w.entity("location"), await w.entity("location")];
    const first = await w.fact(who, "lives in", { object_id: here });
    const second = await w.fact(who, "lives_in", { object_id: there });
    return [named("two_values", first, second)];
  },
  "two values that no one reader knows": async (w) => {
    const [who, a, b] = [await w.entity("character"), await w.entity("character"), await w.entity("character")];
    await w.fact(who, "lives in", { object_id: a, known_by: [a] });
    await w.fact(who, "lives in", { object_id: b, known_by: [b] });
    return [];
  },
  "one value twice": async (w) => {
    const [who, here] = [await w.entity("character"), await w.entity("location")];
    await w.fact(who, "lives in", { object_id: here, text: "She lives here." });
    await w.fact(who, "lives in", { object_id: here, text: "Her home is here." });
    return [];
  },
  "a value that was never true": async (w) => {
    const [who, here, there] = [await w.entity("character"), await w.entity("location"), await w.entity("location")];
    const first = await w.fact(who, "lives in", { object_id: here });
    await w.supersede(first, await w.fact(who, "lives in", { object_id: there }), "retcon");
    return [];
  },
  "a value that holds again": async (w) => {
    const [who, here, there] = [await w.entity("character"), await w.entity("location"), await w.entity("location")];
    const first = await w.fact(who, "lives in", { object_id: here });
    const between = await w.fact(here, "burnt down");
    await w.supersede(first, between);
    const second = await w.fact(who, "lives in", { object_id: there });
    await w.remove(between);
    return [named("two_values", first, second)];
  },
  "a value that is gone from the middle of its chain": async (w) => {
    const [who, a, b, c] = [
      await w.entity("character"),
      await w.entity("location"),
      await w.entity("location"),
      await w.entity("location"),
    ];
    const first = await w.fact(who, "lives in", { object_id: a });
    const second = await w.fact(who, "moves", { object_id: b });
    await w.supersede(first, second);
    await w.supersede(second, await w.fact(who, "lives in", { object_id: c }));
    await w.remove(second);
    return [];
  },
  "acts in a chapter behind that of the death": async (w) => {
    const who = await w.entity("character");
    const [early, late] = [await w.passage(1), await w.passage(2)];
    const act = await w.fact(who, "visits", late);
    const death = await w.fact(who, "died", early);
    return [named("acts_dead", death, act)];
  },
  "acts in a chapter before that of the death, in a look back, and in none": async (w) => {
    const who = await w.entity("character");
    const [early, late, untold] = [await w.passage(1), await w.passage(2), await w.passage(null)];
    await w.fact(who, "died", late);
    await w.fact(who, "visits", early);
    await w.fact(who, "visits", late);
    await w.fact(who, "visits", untold);
    await w.fact(who, "visits");
    return [];
  },
  "two values at one time of the story": async (w) => {
    const [who, here, there] = [await w.entity("character"), await w.entity("location"), await w.entity("location")];
    const [early, late, once] = [await w.passage(1), await w.passage(2), await w.passage(1)];
    const first = await w.fact(who, "lives in", { object_id: here, ...early });
    await w.fact(who, "lives in", { object_id: there, ...late });
    const second = await w.fact(who, "lives in", { object_id: there, ...once });
    return [named("two_values", first, second)];
  },
  "two values of one chapter": async (w) => {
    const who = await w.entity("character");
    const chapter = await w.chapter(1);
    await w.fact(who, "lives in", { text: "A hut.", ...(await w.passageOf(chapter)) });
    await w.fact(who, "lives in", { text: "A tower.", ...(await w.passageOf(chapter)) });
    return [];
  },
  "an alias as a name": async (w) => {
    const who = await w.entity("character", { aliases: ["Odo"] });
    await w.fact(who, "full name", { text: "Odo Marsh" });
    return [];
  },
  "a promise behind its due point": async (w) => {
    const id = await w.promise({ due: { kind: "event", seq: 1 } });
    return [named("promise_unkept", id, id)];
  },
  "promises that were kept, or have time": async (w) => {
    await w.promise({});
    await w.promise({ due: { kind: "event", seq: 1_000_000 } });
    const kept = await w.promise({ due: { kind: "event", seq: 1 } });
    await w.story.ask(seeds.harvest, { params: { seed_id: kept }, body: {} });
    return [];
  },
  "told by who does not know": async (w) => {
    const [about, a, b] = [await w.entity("character"), await w.entity("character"), await w.entity("character")];
    const fact = await w.fact(about, "fears", { known_by: [about] });
    await w.tell(fact, b, a);
    return [named("told_by_ignorant", fact)];
  },
  "told by who was told": async (w) => {
    const [about, a, b] = [await w.entity("character"), await w.entity("character"), await w.entity("character")];
    const fact = await w.fact(about, "fears", { known_by: [about] });
    await w.tell(fact, a, about);
    await w.tell(fact, b, a);
    await w.tell(await w.fact(about, "loves"), b, a);
    await w.tell(await w.fact(about, "hates", { known_by: [about] }), b, null, "saw");
    return [];
  },
  "told by a member who left the group, and by one who came too late": async (w) => {
    const [about, group, member, late, heard] = [
      await w.entity("character"),
      await w.entity("faction"),
      await w.entity("character"),
      await w.entity("character"),
      await w.entity("character"),
    ];
    const [kept, missed] = [
      await w.fact(about, "fears", { known_by: [group] }),
      await w.fact(about, "loves", { known_by: [group] }),
    ];
    await w.story.ask(projects.update, { body: { knowing_types: ["member_of"] } });
    const tie = await w.tie("member_of", member, group);
    await w.tell(kept, heard, member);
    await w.untie(tie);
    await w.tell(missed, heard, late);
    await w.tie("member_of", late, group);
    await w.edit(missed, { confidence: 0.5 });
    return [named("told_by_ignorant", missed)];
  },
  "a parent who is younger": async (w) => {
    const [parent, child] = [await w.entity("character", { born: 310 }), await w.entity("character", { born: 300 })];
    const kind = w.random() < 0.5;
    await (kind ? w.tie("parent_of", parent, child) : w.tie("child_of", child, parent));
    return [named("older_child", parent, child)];
  },
  "a parent who was younger until the year was put right": async (w) => {
    const [parent, child] = [await w.entity("character", { born: 310 }), await w.entity("character", { born: 300 })];
    await w.tie("parent_of", parent, child);
    await w.set(parent, { born: 270 });
    await w.entity("character", { born: 200, died: 260, age: w.pick([35, 60]) });
    return [];
  },
  "a death before the birth": async (w) => {
    const who = await w.entity("character", { born: 300, died: 290 });
    return [named("born_after_death", who)];
  },
  "an age unlike the years": async (w) => {
    const who = await w.entity("character", { born: 200, died: 260, age: 70 });
    return [named("age_unlike_years", who)];
  },
  "two ages": async (w) => {
    const who = await w.entity("character", { age: 30 });
    const fact = await w.fact(who, "age", { text: "She is 31 years old." });
    return [named("two_ages", fact, who)];
  },
  "one age, and a text with several numbers": async (w) => {
    const who = await w.entity("character", { age: 30 });
    await w.fact(who, "age", { text: "She is 30." });
    await w.fact(who, "age", { text: "She is 30 or 31." });
    return [];
  },
  "an own rule": async (w) => {
    await w.entity("guard", {});
    await w.entity("guard", { rank: 3 });
    const who = await w.entity("guard", { rank: 3 });
    await w.set(who, { rank: 9 });
    return [named("own", who)];
  },
  "somebody excepted": async (w) => {
    const who = await w.entity("ghost");
    await w.fact(who, "died");
    await w.fact(who, "visits");
    return [];
  },
};

/** Names of what is a contradiction among what is planted. */
export const CONTRADICTIONS: readonly string[] = [
  "acts after death",
  "acts after a death that was written differently since",
  "acts after the property",
  "tells after death",
  "two holders",
  "a purse that was in a hand",
  "two values",
  "a value that holds again",
  "acts in a chapter behind that of the death",
  "two values at one time of the story",
  "told by who does not know",
  "told by a member who left the group, and by one who came too late",
  "a parent who is younger",
  "a death before the birth",
  "an age unlike the years",
  "two ages",
  "an own rule",
];

/** Rules of a planted world, one of each kind. */
export async function setRules(story: Story, mode: "warn" | "block" | "off" = "warn"): Promise<void> {
  const rules: JsonObject[] = [
    { name: "The dead", kind: "dead_do_not_act", entity_types: ["character"] },
    { name: "Holders", kind: "one_holder" },
    { name: "Homes", kind: "one_value", predicates: ["lives in"] },
    { name: "Tellers", kind: "knows_what_was_told" },
    { name: "Ages", kind: "names_and_ages" },
    { name: "Promises", kind: "promise_kept", ...(mode === "block" && { mode: "warn" }) },
    {
      name: "Ranks",
      kind: "own",
      entity_types: ["guard"],
      conditions: [{ op: "lte", args: [{ entity: "self", path: "rank" }, { lit: 5 }] }],
    },
  ];
  for (const rule of rules) await story.ask(canonRules.create, { body: { mode, ...rule } });
}
