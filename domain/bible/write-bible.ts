import { escapeToken } from "../change/pointer.ts";
import { compareCodePoints } from "../code-points.ts";
import { counted } from "../counted.ts";
import type { Json } from "../json.ts";
import { searchForm } from "../search-form.ts";
import {
  BIBLE_SECTIONS,
  BIBLE_TEMPLATE,
  type Bible,
  type BibleItem,
  type BibleLine,
  type BibleSection,
  type LeftOut,
  type LineSource,
  SECTION_TITLES,
  type SectionKey,
  sectionOfType,
} from "./bible.ts";
import { capitalized, sentence, wordsOfName, wordsOfValue } from "./field-words.ts";
import type {
  BibleMaterial,
  MaterialAppearance,
  MaterialEntity,
  MaterialEntry,
  MaterialFact,
  MaterialQuest,
  MaterialRelationship,
  MaterialRule,
  MaterialSeed,
  MaterialVoice,
} from "./material.ts";
import { leavesOpen } from "./open-predicates.ts";

/** Properties that describe the entity as a whole: their lines come first and without their names. */
const DESCRIBING = new Set(["description", "summary", "text", "notes", "note", "body"]);
const NAMING = new Set(["aliases", "alias"]);

/** Properties that say when something happened, the first one that is there. */
const WHEN = ["date", "when", "year", "time", "order", "day"];

/** Words of a spoken line that are quoted. */
const QUOTED_LENGTH = 120;

/** Item before the changes of authors, with what it is sorted by. */
interface PlainItem extends Omit<BibleItem, "lines" | "pin"> {
  readonly lines: BibleLine[];
  readonly order: readonly (string | number)[];
}

/**
 * Writes the bible of a story world. It depends on nothing but the material: the same material gives the same bible.
 *
 * Of entities each has an item in the section of its type, with its fields, its place, its voice, the facts that hold about it and where it
 * speaks. Facts about no entity are rules of the world. The timeline has events, and facts that took the place of others when the world
 * moved on. Open threads are quests, facts whose predicate promises, owes or seeks something, and promises that are still to be kept.
 */
export function writeBible(material: BibleMaterial): Bible {
  const writer = new Writer(material);
  return {
    template: BIBLE_TEMPLATE,
    project_name: material.project_name,
    seq: material.seq,
    as: material.as,
    complete: material.complete,
    sections: withEntries(writer.sections(), material),
  };
}

class Writer {
  readonly #material: BibleMaterial;
  readonly #names: ReadonlyMap<string, string>;
  readonly #facts: ReadonlyMap<string, MaterialFact>;
  readonly #items = new Map<SectionKey, PlainItem[]>(BIBLE_SECTIONS.map((key) => [key, []]));

  constructor(material: BibleMaterial) {
    this.#material = material;
    this.#names = new Map(material.entities.map(({ id, name }) => [id, name]));
    this.#facts = new Map(material.facts.map((fact) => [fact.id, fact]));
  }

  /** Returns the sections with their items in order. */
  sections(): { readonly key: SectionKey; readonly items: readonly PlainItem[] }[] {
    const { entities, relationships, facts, quests, voices, appearances } = this.#material;
    const holding = facts.filter(({ holds }) => holds);
    const about = Map.groupBy(holding, ({ subject_id }) =>
      subject_id !== null && this.#names.has(subject_id) ? subject_id : null,
    );
    const spoken = Map.groupBy(appearances, ({ speaker_id }) => speaker_id);
    const voiceOf = new Map(voices.map((voice) => [voice.entity_id, voice]));
    for (const entity of entities) {
      const voice = voiceOf.get(entity.id);
      this.#entity(entity, {
        voice: voice ?? null,
        facts: about.get(entity.id) ?? [],
        appearances: spoken.get(entity.id) ?? [],
      });
      if (voice !== undefined) this.#style(entity, voice);
    }
    this.#timeline(holding);
    this.#rules(about.get(null) ?? []);
    this.#canon(this.#material.rules);
    this.#relationships(relationships);
    for (const quest of quests) this.#quest(quest);
    this.#openFacts(holding);
    this.#seeds(this.#material.seeds);
    return BIBLE_SECTIONS.map((key) => ({ key, items: (this.#items.get(key) ?? []).toSorted(byOrder) }));
  }

  #add(section: SectionKey, item: PlainItem): void {
    this.#items.get(section)?.push(item);
  }

  #nameOf = (id: string): string | null => this.#names.get(id) ?? null;

  /** Whether a secret covers a subject, or the field of it that a pointer names. */
  #isCovered(id: string, pointer: string | null): boolean {
    const covered = this.#material.covered.get(id);
    if (covered === undefined) return false;
    return covered.some(
      (each) => each === null || (pointer !== null && (pointer === each || pointer.startsWith(`${each}/`))),
    );
  }

  #field(of: Sourced, pointer: string, text: string, key = pointer): BibleLine {
    return {
      key: `${of.type}:${of.id}#${key}`,
      text,
      source: { kind: "field", subject_type: of.type, subject_id: of.id, pointer, node_id: null },
      fact_ids: [],
      since_seq: of.seq,
      supersedes: [],
      secret: this.#isCovered(of.id, pointer),
      ...AS_RECORDED,
    };
  }

  #fact(fact: MaterialFact, section: SectionKey | null = null, text = fact.text): BibleLine {
    const supersedes = fact.supersedes.flatMap((id) => {
      const before = this.#facts.get(id);
      return before === undefined ? [] : [{ fact_id: id, text: sentence(before.text) }];
    });
    const source: LineSource = {
      kind: "fact",
      subject_type: "fact",
      subject_id: fact.id,
      pointer: null,
      node_id: fact.node_id,
    };
    const { covered } = this.#material;
    const named =
      covered.size > 0 &&
      [fact.id, fact.subject_id, fact.object_id].some((id) => id !== null && this.#isCovered(id, null));
    return {
      key: `${section === null ? "" : `${section}/`}fact:${fact.id}`,
      text: sentence(text),
      source,
      fact_ids: [fact.id],
      since_seq: fact.created_seq,
      supersedes,
      secret: fact.secret || named,
      ...AS_RECORDED,
    };
  }

  #entity(
    entity: MaterialEntity,
    {
      voice,
      facts,
      appearances,
    }: {
      readonly voice: MaterialVoice | null;
      readonly facts: readonly MaterialFact[];
      readonly appearances: readonly MaterialAppearance[];
    },
  ): void {
    const section = sectionOfType(entity.type);
    const own = { type: "entity", id: entity.id, seq: entity.valid_from_seq };
    const lines: BibleLine[] = [];
    const properties = Object.entries(entity.properties);
    const describing = properties.filter(([name]) => DESCRIBING.has(name.toLowerCase()));
    const others = properties.filter(([name]) => !DESCRIBING.has(name.toLowerCase()) && !NAMING.has(name));
    for (const [name, value] of describing) {
      const words = wordsOfValue(value, this.#nameOf);
      if (words !== "") lines.push(this.#field(own, pointerTo(name), sentence(words)));
    }
    for (const name of NAMING) {
      const words = wordsOfValue(entity.properties[name] ?? null, this.#nameOf);
      if (words !== "") lines.push(this.#field(own, pointerTo(name), sentence(`Also called ${words}`)));
    }
    for (const [name, value] of others) {
      const words = wordsOfValue(value, this.#nameOf);
      if (words !== "")
        lines.push(this.#field(own, pointerTo(name), sentence(`${capitalized(wordsOfName(name))}: ${words}`)));
    }
    const parent = entity.parent_id === null ? null : this.#nameOf(entity.parent_id);
    if (parent !== null) lines.push(this.#field(own, "/parent_id", sentence(`In ${parent}`)));
    if (voice !== null) lines.push(...this.#voice(voice));
    lines.push(...facts.map((fact) => this.#fact(fact)));
    lines.push(...appearances.map((each) => this.#appearance(each)));
    this.#add(section, {
      key: `entity:${entity.id}`,
      title: entity.name,
      subject_type: "entity",
      subject_id: entity.id,
      type: entity.type,
      since_seq: entity.created_seq,
      lines,
      order: section === "timeline" ? whenOf(entity) : [searchForm(entity.name), entity.id],
    });
    if (section !== "glossary") this.#aliases(entity, own);
  }

  /** Adds the other names of an entity, each of them an item of the glossary. */
  #aliases(entity: MaterialEntity, own: Sourced): void {
    for (const name of NAMING) {
      for (const [index, alias] of listOf(entity.properties[name]).entries()) {
        if (typeof alias !== "string" || alias.trim() === "") continue;
        const line = this.#field(
          own,
          pointerTo(name),
          sentence(`${alias.trim()} is ${entity.name}`),
          `${pointerTo(name)}/${index}`,
        );
        this.#add("glossary", {
          key: `glossary/entity:${entity.id}#${pointerTo(name)}/${index}`,
          title: alias.trim(),
          subject_type: "entity",
          subject_id: entity.id,
          type: null,
          since_seq: entity.valid_from_seq,
          lines: [{ ...line, key: `glossary/${line.key}` }],
          order: [searchForm(alias), entity.id, index],
        });
      }
    }
  }

  #voice(voice: MaterialVoice): BibleLine[] {
    const own = { type: "npc", id: voice.id, seq: voice.valid_from_seq };
    const lines: BibleLine[] = [];
    if (voice.role !== "") lines.push(this.#field(own, "/role", sentence(capitalized(voice.role))));
    if (voice.description !== "") lines.push(this.#field(own, "/description", sentence(voice.description)));
    if (voice.personality !== "") lines.push(this.#field(own, "/personality", sentence(voice.personality)));
    for (const [index, { text }] of voice.goals.entries()) {
      lines.push(this.#field(own, `/goals/${index}`, sentence(`Goal: ${text}`)));
    }
    return lines;
  }

  #style(entity: MaterialEntity, voice: MaterialVoice): void {
    const own = { type: "npc", id: voice.id, seq: voice.valid_from_seq };
    const lines: BibleLine[] = [];
    if (voice.style !== "") lines.push(this.#field(own, "/style", sentence(voice.style)));
    for (const [index, line] of voice.sample_lines.entries()) {
      lines.push(this.#field(own, `/sample_lines/${index}`, `“${line.trim()}”`));
    }
    if (lines.length === 0) return;
    this.#add("style", {
      key: `style/npc:${voice.id}`,
      title: `How ${entity.name} speaks`,
      subject_type: "npc",
      subject_id: voice.id,
      type: null,
      since_seq: voice.created_seq,
      lines,
      order: [1, searchForm(entity.name), voice.id],
    });
  }

  #appearance({ speaker_id, graph_id, graph_name, lines, node_id, words, since_seq }: MaterialAppearance): BibleLine {
    const first = shortened(words);
    const count = counted(lines, "line");
    return {
      key: `speaks:${speaker_id}:${graph_id}`,
      text: sentence(`Speaks ${count} in ${graph_name}${first === "" ? "" : `, the earliest: “${first}”`}`),
      source: { kind: "card", subject_type: "dialogue_node", subject_id: node_id, pointer: null, node_id },
      fact_ids: [],
      since_seq,
      supersedes: [],
      secret: this.#isCovered(graph_id, null) || this.#isCovered(node_id, null) || this.#isCovered(speaker_id, null),
      ...AS_RECORDED,
    };
  }

  /** Facts that took the place of others when the world moved on, in the order in which they were recorded. */
  #timeline(facts: readonly MaterialFact[]): void {
    const turns = facts.filter(({ supersedes }) =>
      supersedes.some((id) => this.#facts.get(id)?.superseded_mode !== "retcon"),
    );
    if (turns.length === 0) return;
    this.#add("timeline", {
      ...OF_NO_SUBJECT,
      key: "timeline/changes",
      title: "What changed",
      since_seq: Math.min(...turns.map(({ created_seq }) => created_seq)),
      lines: turns.map((fact) => this.#fact(fact, "timeline")),
      order: [2],
    });
  }

  #rules(facts: readonly MaterialFact[]): void {
    if (facts.length === 0) return;
    this.#add("rules", {
      ...OF_NO_SUBJECT,
      key: "rules/facts",
      title: "The world",
      since_seq: Math.min(...facts.map(({ created_seq }) => created_seq)),
      lines: facts.map((fact) => this.#fact(fact)),
      order: [""],
    });
  }

  #canon(rules: readonly MaterialRule[]): void {
    for (const { id, name, reason, description, created_seq, valid_from_seq } of rules) {
      const own = { type: "canon_rule", id, seq: valid_from_seq };
      const told = [
        ["/reason", reason],
        ["/description", description],
      ] as const;
      const lines = told.flatMap(([pointer, words]) =>
        words === "" ? [] : [this.#field(own, pointer, sentence(words))],
      );
      this.#add("rules", {
        ...OF_NO_SUBJECT,
        key: `canon_rule:${id}`,
        title: name,
        subject_type: "canon_rule",
        subject_id: id,
        since_seq: created_seq,
        lines: lines.length > 0 ? lines : [this.#field(own, "/name", sentence(name))],
        order: [searchForm(name), id],
      });
    }
  }

  #relationships(relationships: readonly MaterialRelationship[]): void {
    for (const [sourceId, own] of Map.groupBy(relationships, ({ source_id }) => source_id)) {
      const source = this.#nameOf(sourceId);
      if (source === null) continue;
      const lines = own.flatMap((each): BibleLine[] => {
        const target = this.#nameOf(each.target_id);
        if (target === null) return [];
        const more = wordsOfValue(each.properties, this.#nameOf);
        const text = sentence(`${source} ${wordsOfName(each.type)} ${target}${more === "" ? "" : ` (${more})`}`);
        return [
          {
            key: `relationship:${each.id}`,
            text,
            source: { kind: "field", subject_type: "relationship", subject_id: each.id, pointer: null, node_id: null },
            fact_ids: [],
            since_seq: each.valid_from_seq,
            supersedes: [],
            secret: [each.id, sourceId, each.target_id].some((id) => this.#isCovered(id, null)),
            ...AS_RECORDED,
          },
        ];
      });
      if (lines.length === 0) continue;
      this.#add("relationships", {
        key: `relationships/entity:${sourceId}`,
        title: source,
        subject_type: "entity",
        subject_id: sourceId,
        type: null,
        since_seq: Math.min(...own.map(({ created_seq }) => created_seq)),
        lines,
        order: [searchForm(source), sourceId],
      });
    }
  }

  #quest(quest: MaterialQuest): void {
    const own = { type: "quest", id: quest.id, seq: quest.valid_from_seq };
    const lines: BibleLine[] = [];
    if (quest.summary !== "") lines.push(this.#field(own, "/summary", sentence(quest.summary)));
    const giver = quest.giver_id === null ? null : this.#nameOf(quest.giver_id);
    if (giver !== null) lines.push(this.#field(own, "/giver_id", sentence(`${giver} gives it`)));
    for (const [index, { name, text, objectives }] of quest.stages.entries()) {
      const wanted = objectives.map((each) => each.text).join("; ");
      const parts = [text, wanted === "" ? "" : `To do: ${wanted}`].filter((each) => each !== "").map(sentence);
      lines.push(this.#field(own, `/stages/${index}`, [sentence(name), ...parts].join(" ")));
    }
    this.#add("threads", {
      key: `quest:${quest.id}`,
      title: quest.name,
      subject_type: "quest",
      subject_id: quest.id,
      type: null,
      since_seq: quest.created_seq,
      lines,
      order: [1, searchForm(quest.name), quest.id],
    });
  }

  #openFacts(facts: readonly MaterialFact[]): void {
    const open = facts.filter(({ predicate }) => predicate !== null && leavesOpen(predicate));
    if (open.length === 0) return;
    this.#add("threads", {
      ...OF_NO_SUBJECT,
      key: "threads/facts",
      title: "Promises, debts and plans",
      since_seq: Math.min(...open.map(({ created_seq }) => created_seq)),
      lines: open.map((fact) => this.#fact(fact, "threads")),
      order: [2],
    });
  }

  #seeds(seeds: readonly MaterialSeed[]): void {
    if (seeds.length === 0) return;
    this.#add("threads", {
      ...OF_NO_SUBJECT,
      key: "threads/seeds",
      title: "Set-ups to pay off",
      since_seq: Math.min(...seeds.map(({ created_seq }) => created_seq)),
      lines: seeds.map(({ id, promise, notes, valid_from_seq }) => {
        const words = [promise, notes].filter((each) => each.trim() !== "").map(sentence);
        return this.#field({ type: "seed", id, seq: valid_from_seq }, "/promise", words.join(" "));
      }),
      order: [3],
    });
  }
}

/** Place and words of a line that no author changed. */
const AS_RECORDED = { pin: null, override: null } as const;

const OF_NO_SUBJECT = { subject_type: null, subject_id: null, type: null } as const;

/** Subject that a line is made of, with the sequence of its last change. */
interface Sourced {
  readonly type: string;
  readonly id: string;
  readonly seq: number;
}

function pointerTo(property: string): string {
  return `/properties/${escapeToken(property)}`;
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function shortened(words: string): string {
  const line = words.replace(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= QUOTED_LENGTH ? line : `${characters.slice(0, QUOTED_LENGTH).join("").trimEnd()}…`;
}

/** Order of an event in the timeline: by the number that its date begins with, then by its date, then as it was recorded. */
function whenOf({ properties, created_seq, id }: MaterialEntity): (string | number)[] {
  const name = WHEN.find((each) => typeof properties[each] === "string" || typeof properties[each] === "number");
  const date = name === undefined ? null : String(properties[name]);
  const number = date === null ? null : /^\s*(-?\d+(?:\.\d+)?)/.exec(date)?.[1];
  const rank = number == null ? Number.MAX_SAFE_INTEGER : Number(number);
  return [date === null ? 1 : 0, rank, date ?? "", created_seq, id];
}

function byOrder(a: Pick<PlainItem, "order">, b: Pick<PlainItem, "order">): number {
  return compareKeys(a.order, b.order);
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [one, other] = [a[at], b[at]];
    if (one === other) continue;
    if (one === undefined) return -1;
    if (other === undefined) return 1;
    if (typeof one === "number" && typeof other === "number") return one - other;
    return compareCodePoints(String(one), String(other));
  }
  return 0;
}

/** Sections with the changes of authors: words in place of others, what is left out, and what is pinned to the top. */
function withEntries(
  sections: readonly { readonly key: SectionKey; readonly items: readonly PlainItem[] }[],
  { entries, as }: BibleMaterial,
): BibleSection[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  // What an author wrote in a bible of everything may say more than the reader knows.
  const isShown = ({ shown_to }: MaterialEntry) => as === null || shown_to === "everyone";
  return sections.map(({ key, items }): BibleSection => {
    const note = byKey.get(`section:${key}`);
    const leftOut: LeftOut[] = [];
    const isLeftOut = ({ key }: { readonly key: string }, title: string, text: string | null) => {
      const entry = byKey.get(key);
      if (entry?.hidden !== true) return false;
      leftOut.push({ key, entry_id: entry.id, item_title: title, text });
      return true;
    };
    const linesOf = ({ lines }: PlainItem, title: string) => {
      // Looking up thousands of keys for nothing takes a third of the time that writing takes.
      if (byKey.size === 0) return lines;
      const kept = lines.filter((line) => !isLeftOut(line, title, line.text));
      return pinnedFirst(kept.map((line) => changed(line, byKey.get(line.key), isShown)));
    };
    const kept = items
      .filter((item) => !isLeftOut(item, item.title, null))
      .map((plain): BibleItem => {
        const { order: _, ...item } = plain;
        const named = byKey.get(item.key);
        const title = named !== undefined && named.text !== null && isShown(named) ? named.text : item.title;
        return { ...item, title, pin: named?.pin ?? null, lines: linesOf(plain, title) };
      });
    const shownNote =
      note !== undefined && note.text !== null && !note.hidden && isShown(note)
        ? { entry_id: note.id, text: note.text, since_seq: note.valid_from_seq }
        : null;
    return {
      key,
      title: SECTION_TITLES[key],
      note: shownNote,
      items: pinnedFirst(kept),
      hidden: leftOut.length,
      left_out: as === null ? leftOut : [],
    };
  });
}

/** Returns a line with the words and the place that an author gave it. */
function changed(
  line: BibleLine,
  entry: MaterialEntry | undefined,
  isShown: (entry: MaterialEntry) => boolean,
): BibleLine {
  if (entry === undefined) return line;
  const { id, pin, text, replaces } = entry;
  if (text === null || !isShown(entry)) return { ...line, pin };
  const outdated = replaces !== null && replaces !== line.text;
  return { ...line, text, pin, override: { entry_id: id, source_text: line.text, outdated } };
}

/** Returns what is pinned, lowest number first, before the rest in its order. */
function pinnedFirst<Each extends { readonly pin: number | null }>(list: readonly Each[]): Each[] {
  const last = Number.POSITIVE_INFINITY;
  if (list.every(({ pin }) => pin === null)) return [...list];
  return list.toSorted((a, b) => (a.pin === b.pin ? 0 : (a.pin ?? last) - (b.pin ?? last)));
}
