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

/** Kinds of rows that a bible is written from. */
export const MATERIAL_KINDS = [
  "entities",
  "relationships",
  "facts",
  "quests",
  "appearances",
  "rules",
  "seeds",
  "voices",
  "secrets",
  "entries",
] as const;
export type MaterialKind = (typeof MATERIAL_KINDS)[number];

/** Links of a fact as they are shown to somebody in the world. */
export interface ShownLinks {
  readonly supersedes: readonly string[];
  readonly node_id: string | null;
}

/** Material of a bible as the database writes it, so that whoever serves requests need not read it. */
export interface MaterialText extends Pick<BibleMaterial, "project_name" | "seq" | "as" | "complete"> {
  /** JSON of the rows of each kind, oldest first. */
  readonly rows: Readonly<Record<MaterialKind, string>>;
  /** Links of facts through somebody's eyes; null for the author, who sees those of the record. */
  readonly links: ReadonlyMap<string, ShownLinks> | null;
}

/** Fact with the fact that holds in its place for the author, or would: the next one along its chain that is there. */
interface FactRow extends Omit<MaterialFact, "supersedes"> {
  readonly superseded_by: string | null;
}

/** Reads the material of a bible from its text. */
export function materialOf({ rows, links, ...about }: MaterialText): BibleMaterial {
  const read = <Row>(kind: MaterialKind) => JSON.parse(rows[kind]) as Row[];
  const covered = new Map<string, (string | null)[]>();
  for (const { subject_id, pointer } of read<{ subject_id: string; pointer: string | null }>("secrets")) {
    const known = covered.get(subject_id);
    if (known === undefined) covered.set(subject_id, [pointer]);
    else known.push(pointer);
  }
  return {
    ...about,
    entities: read<MaterialEntity>("entities"),
    relationships: read<MaterialRelationship>("relationships"),
    facts: factsOf(read<FactRow>("facts"), links),
    quests: read<MaterialQuest>("quests"),
    appearances: read<MaterialAppearance>("appearances"),
    rules: read<MaterialRule>("rules"),
    seeds: read<MaterialSeed>("seeds"),
    voices: read<MaterialVoice>("voices"),
    entries: read<MaterialEntry>("entries"),
    covered,
  };
}

function factsOf(facts: readonly FactRow[], links: MaterialText["links"]): MaterialFact[] {
  if (links !== null) {
    return facts.map((fact) => ({ ...fact, ...(links.get(fact.id) ?? { supersedes: [], node_id: null }) }));
  }
  const older = new Map<string, string[]>();
  for (const { id, superseded_by } of facts) {
    if (superseded_by === null) continue;
    const known = older.get(superseded_by);
    if (known === undefined) older.set(superseded_by, [id]);
    else known.push(id);
  }
  return facts.map((fact) => ({ ...fact, supersedes: older.get(fact.id) ?? [] }));
}
