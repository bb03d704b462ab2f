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
} from "#domain/bible/material.ts";

/** Columns of every version of a subject. */
const DATED = ["id", "created_seq", "valid_from_seq"] as const;

/** Kinds of rows that a bible is written from, with their columns in the order in which a row has its values. */
export const MATERIAL_COLUMNS = {
  entities: [...DATED, "type", "name", "properties", "parent_id"],
  relationships: [...DATED, "type", "source_id", "target_id", "properties"],
  facts: [
    "id",
    "created_seq",
    "subject_id",
    "object_id",
    "predicate",
    "text",
    "secret",
    "superseded_mode",
    "superseded_by",
    "node_id",
    "holds",
  ],
  quests: [...DATED, "name", "summary", "giver_id", "stages"],
  appearances: ["speaker_id", "graph_id", "graph_name", "lines", "node_id", "words", "since_seq"],
  rules: [...DATED, "name", "reason", "description"],
  seeds: [...DATED, "promise", "notes"],
  voices: [...DATED, "entity_id", "role", "description", "personality", "style", "goals", "sample_lines"],
  secrets: [...DATED, "subject_id", "pointer"],
  entries: [...DATED, "key", "text", "replaces", "hidden", "pin", "shown_to"],
} as const;
export type MaterialKind = keyof typeof MATERIAL_COLUMNS;

/** Material of a bible as the database writes it, so that whoever serves requests need not read it. */
export interface MaterialText extends Pick<BibleMaterial, "project_name" | "seq" | "as" | "complete"> {
  /** Rows of each kind, oldest first, in texts that hold some each: JSON arrays of values, with commas between them. */
  readonly rows: ReadonlyMap<MaterialKind, readonly string[]>;
  /** Facts that each one stands for through somebody's eyes, where there are some; null for the author, who sees those of the record. */
  readonly supersedes: ReadonlyMap<string, readonly string[]> | null;
}

/** Fact with the fact that holds in its place for the author, or would: the next one along its chain that is there. */
interface FactRow extends Omit<MaterialFact, "supersedes"> {
  readonly superseded_by: string | null;
}

/** Characters of the material beyond which a bible is large: it has more itself. */
const LARGE = 256 * 1024;

/** Whether the bible of a material is too long to be answered whole. */
export function isLarge({ rows }: MaterialText): boolean {
  let characters = 0;
  for (const texts of rows.values()) for (const { length } of texts) characters += length;
  return characters > LARGE;
}

/** Reads the material of a bible from its text. */
export function materialOf({ rows, supersedes, ...about }: MaterialText): BibleMaterial {
  const read = <Row>(kind: MaterialKind) => [...rowsOf(kind, rows.get(kind) ?? [])] as Row[];
  const covered = Map.groupBy(
    read<{ subject_id: string; pointer: string | null }>("secrets"),
    ({ subject_id }) => subject_id,
  );
  return {
    ...about,
    entities: read<MaterialEntity>("entities"),
    relationships: read<MaterialRelationship>("relationships"),
    facts: factsOf(read<FactRow>("facts"), supersedes),
    quests: read<MaterialQuest>("quests"),
    appearances: read<MaterialAppearance>("appearances"),
    rules: read<MaterialRule>("rules"),
    seeds: read<MaterialSeed>("seeds"),
    voices: read<MaterialVoice>("voices"),
    entries: read<MaterialEntry>("entries"),
    covered: new Map([...covered].map(([id, secrets]) => [id, secrets.map(({ pointer }) => pointer)])),
  };
}

function* rowsOf(kind: MaterialKind, texts: readonly string[]): Generator<Record<string, unknown>> {
  const names = MATERIAL_COLUMNS[kind];
  for (const text of texts) {
    for (const values of JSON.parse(`[${text}]`) as unknown[][]) {
      const row: Record<string, unknown> = {};
      for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at];
      yield row;
    }
  }
}

function factsOf(facts: readonly FactRow[], supersedes: MaterialText["supersedes"]): MaterialFact[] {
  const older = supersedes ?? olderOf(facts);
  return facts.map((fact) => Object.assign(fact, { supersedes: older.get(fact.id) ?? [] }));
}

/** Returns the facts in whose place each one holds for the author. */
function olderOf(facts: readonly FactRow[]): ReadonlyMap<string, readonly string[]> {
  const older = new Map<string, string[]>();
  for (const { id, superseded_by } of facts) {
    if (superseded_by === null) continue;
    const known = older.get(superseded_by);
    if (known === undefined) older.set(superseded_by, [id]);
    else known.push(id);
  }
  return older;
}
