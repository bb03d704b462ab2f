/** Version of the form in which a bible is written: another one makes other bytes of the same record. */
export const BIBLE_TEMPLATE = 3;

/** Sections of a bible, in their order. */
export const BIBLE_SECTIONS = [
  "characters",
  "places",
  "factions",
  "items",
  "timeline",
  "rules",
  "relationships",
  "glossary",
  "threads",
  "style",
] as const;
export type SectionKey = (typeof BIBLE_SECTIONS)[number];

/** Titles of the sections. */
export const SECTION_TITLES: Readonly<Record<SectionKey, string>> = {
  characters: "Characters",
  places: "Places",
  factions: "Factions",
  items: "Items",
  timeline: "Timeline",
  rules: "Rules of the world",
  relationships: "Relationships",
  glossary: "Glossary",
  threads: "Open threads",
  style: "Style",
};

/** Origins of a line: a fact, a field of a subject, or a card of a dialogue. */
export const LINE_SOURCES = ["fact", "field", "card"] as const;

/** Place in the record that a line is made of. */
export interface LineSource {
  readonly kind: (typeof LINE_SOURCES)[number];
  readonly subject_type: string;
  readonly subject_id: string;
  /** JSON Pointer to the field; null for the whole subject. */
  readonly pointer: string | null;
  /** Card in which it is said or done; null for none. */
  readonly node_id: string | null;
}

/** Fact in whose place another one holds. */
export interface SupersededFact {
  readonly fact_id: string;
  readonly text: string;
}

/** Words of an author in place of those of a line. */
export interface LineOverride {
  readonly entry_id: string;
  /** Words that the record has. */
  readonly source_text: string;
  /** Whether the record has other words than those that were overridden. */
  readonly outdated: boolean;
}

/** Line of a bible. */
export interface BibleLine {
  /** Name of the line, the same at every sequence: overrides name it by this. */
  readonly key: string;
  readonly text: string;
  readonly source: LineSource;
  readonly fact_ids: string[];
  /** Sequence since which its source is as it is written: of a fact its creation, otherwise the last change of the subject. */
  readonly since_seq: number;
  readonly supersedes: SupersededFact[];
  readonly secret: boolean;
  readonly pin: number | null;
  readonly override: LineOverride | null;
}

/** Subject of a section, with its lines. */
export interface BibleItem {
  readonly key: string;
  readonly title: string;
  /** Subject that it is about; null for lines that belong to none. */
  readonly subject_type: string | null;
  readonly subject_id: string | null;
  /** Type of the entity; null for what is no entity. */
  readonly type: string | null;
  readonly since_seq: number;
  readonly pin: number | null;
  readonly lines: BibleLine[];
}

/** Words of an author at the beginning of a section. */
export interface SectionNote {
  readonly entry_id: string;
  readonly text: string;
  readonly since_seq: number;
}

/** Line or item that an author left out. */
export interface LeftOut {
  /** Name of the line or the item. */
  readonly key: string;
  readonly entry_id: string;
  /** Item that it belongs to, or that it is. */
  readonly item_title: string;
  /** Words of the line; null for a whole item. */
  readonly text: string | null;
}

/** Section of a bible. */
export interface BibleSection {
  readonly key: SectionKey;
  readonly title: string;
  readonly note: SectionNote | null;
  readonly items: BibleItem[];
  /** Number of the lines and items that an author left out. */
  readonly hidden: number;
  /** Lines and items that an author left out, for authors; none through somebody's eyes. */
  readonly left_out: LeftOut[];
}

/** Bible of a story world, at one sequence and through somebody's eyes. */
export interface Bible {
  readonly template: number;
  readonly project_name: string;
  readonly seq: number;
  /** Entity through whose eyes it is written, or `everyone`; null for the author. */
  readonly as: string | null;
  /** Whether everything is in it; false where a kind of subjects has more than are read. */
  readonly complete: boolean;
  readonly sections: BibleSection[];
}

/** Sections that entities of some types belong to. */
const TYPES: readonly (readonly [SectionKey, RegExp])[] = [
  [
    "characters",
    /^(?:characters?|npcs?|persons?|people|heroe?s?|villains?|protagonists?|antagonists?|creatures?|animals?|monsters?|cast)$/,
  ],
  [
    "places",
    /^(?:locations?|places?|regions?|cit(?:y|ies)|towns?|villages?|buildings?|rooms?|areas?|worlds?|planets?|countr(?:y|ies)|settlements?|landmarks?)$/,
  ],
  [
    "factions",
    /^(?:factions?|organi[sz]ations?|groups?|guilds?|famil(?:y|ies)|houses?|clans?|teams?|compan(?:y|ies)|tribes?|orders?|cults?|governments?|crews?)$/,
  ],
  ["items", /^(?:items?|objects?|artifacts?|artefacts?|weapons?|vehicles?|tools?|things?|props?|treasures?|ships?)$/],
  ["timeline", /^(?:events?|scenes?|eras?|periods?|battles?|sessions?|incidents?)$/],
  ["rules", /^(?:rules?|laws?)$/],
  ["threads", /^(?:threads?|quests?|plots?|plot[_ -]?hooks?|hooks?)$/],
  ["style", /^(?:styles?|style[_ -]?guides?)$/],
];

/** Returns the section that an entity of a type belongs to; the glossary where none fits. */
export function sectionOfType(type: string): SectionKey {
  const name = type.trim().toLowerCase();
  return TYPES.find(([, pattern]) => pattern.test(name))?.[0] ?? "glossary";
}
