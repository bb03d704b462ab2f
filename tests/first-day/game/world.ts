// World of the game: forty isles with their keepers and lanterns, and four people who matter.
import { type Fabula, FabulaError, type Schemas } from "./client.ts";
import { idOf } from "./ids.ts";

type EntityItem = Schemas["EntityItem"];
type RelationshipItem = Schemas["RelationshipItem"];
type FactCreate = Schemas["FactCreateItem"];

const ISLES = 40;
const LANTERNS = 24;
/** Most parts of a batch. */
const PARTS = 1_000;

/** The entities that the story names, by their external ids. */
export const CAST = ["morrow", "ferry", "ilse", "tam", "you", "token", "lamp"] as const;

/** Ids of the entities that the story names. */
export type Cast = Readonly<Record<(typeof CAST)[number], string>>;

const two = (number: number) => String(number).padStart(2, "0");
const isles = Array.from({ length: ISLES }, (_, at) => `isle-${two(at + 1)}`);

function entities(): EntityItem[] {
  const entity = (
    external_id: string,
    type: string,
    name: string,
    parent: string | null,
    properties = {},
  ): EntityItem => ({
    op: "upsert",
    external_id,
    type,
    name,
    properties,
    ...(parent === null ? { parent_id: null } : { parent_external_id: parent }),
  });
  return [
    entity("isles", "location", "The Lantern Isles", null),
    entity("morrow", "location", "Morrow Quay", "isles", { tide: "ebb" }),
    entity("ferry", "location", "The night ferry", "isles"),
    entity("ilse", "character", "Ilse Marrow", "morrow", { trade: "ferrywoman" }),
    entity("tam", "character", "Tam Reed", "morrow", { trade: "lamplighter", true_name: "Tamsin Vey" }),
    entity("you", "character", "The traveller", "morrow"),
    entity("token", "item", "A silver token", "morrow"),
    entity("lamp", "item", "The drowned lamp", "morrow", { lit: false }),
    ...isles.flatMap((isle, at) => [
      entity(isle, "location", `Isle ${at + 1}`, "isles", { lanterns: LANTERNS }),
      entity(`keeper-${isle}`, "character", `The keeper of isle ${at + 1}`, isle),
      ...Array.from({ length: LANTERNS }, (_, nth) =>
        entity(`lantern-${isle}-${two(nth)}`, "item", `Lantern ${nth + 1}`, isle, { oil: (at * nth) % 7 }),
      ),
    ]),
  ];
}

function relationships(): RelationshipItem[] {
  const relate = (source: string, type: string, target: string, properties = {}): RelationshipItem => ({
    op: "upsert",
    external_id: `${source}-${type}-${target}`,
    type,
    source_external_id: source,
    target_external_id: target,
    properties,
  });
  return [
    relate("you", "has", "token", { count: 1 }),
    relate("ilse", "trusts", "you", { value: 1 }),
    ...isles.flatMap((isle) =>
      Array.from({ length: LANTERNS }, (_, nth) => relate(`keeper-${isle}`, "tends", `lantern-${isle}-${two(nth)}`)),
    ),
  ];
}

function facts(ids: ReadonlyMap<string, string>, { ilse, tam, lamp }: Cast): FactCreate[] {
  const fact = (name: string, text: string, more: Omit<FactCreate, "id" | "text">): FactCreate => ({
    id: idOf("fact", name),
    text,
    ...more,
  });
  return [
    fact("promise", "Ilse Marrow promised the traveller's mother a free crossing.", {
      subject_id: ilse,
      known_by: [ilse],
    }),
    fact("drowned", "Tam Reed sank the lamp of Morrow to save the smugglers.", {
      subject_id: tam,
      also_about: [lamp],
      predicate: "sank",
      known_by: [tam],
      secret: true,
    }),
    fact("dusk", "The last ferry leaves Morrow at dusk.", {}),
    ...isles.map((isle, at) =>
      fact(`tends ${isle}`, `The keeper of isle ${at + 1} tends ${LANTERNS} lanterns.`, {
        subject_id: ids.get(`keeper-${isle}`) ?? null,
      }),
    ),
  ];
}

/** Outcome of a load: how many parts were created, updated and so on. */
export type LoadCounts = Record<string, number>;

/**
 * Loads the world. LoadCounts again, it changes what differs and creates nothing twice.
 *
 * @param load names this load: if an answer was lost, the load is repeated under its name and gets the same answers.
 */
export async function loadWorld(
  api: Fabula,
  project_id: string,
  load: string,
): Promise<{ cast: Cast; loaded: LoadCounts }> {
  const path = { project_id };
  const loaded: LoadCounts = {};
  const count = (results: Schemas["BatchResult"][]) => {
    for (const { outcome } of results) loaded[outcome] = (loaded[outcome] ?? 0) + 1;
  };

  let batch = 0;
  const header = () => ({ "Idempotency-Key": `${load}-${++batch}` });

  const ids = new Map<string, string>();
  for (const part of batches(entities())) {
    const inputs = { path, header: header(), body: { entities: part } };
    const { data } = await api.post("/v1/projects/{project_id}/entities/batch", inputs);
    count(data.results);
    for (const { index, id } of data.results) ids.set(part[index]?.external_id ?? "", id ?? "");
  }
  const cast = Object.fromEntries(CAST.map((name) => [name, ids.get(name) ?? ""])) as Cast;

  for (const part of batches(relationships())) {
    const inputs = { path, header: { ...header(), Prefer: "return=minimal" } as const, body: { relationships: part } };
    const { data } = await api.post("/v1/projects/{project_id}/relationships/batch", inputs);
    count(data.results);
  }

  // Facts are known by ids of the game's own: those that are there are updated.
  const there = new Set<string>();
  for await (const page of api.pages("/v1/projects/{project_id}/facts", { path, query: { limit: 500 } })) {
    for (const { id } of page.facts) there.add(id);
  }
  const parts = facts(ids, cast).map(({ id = "", ...fields }) =>
    there.has(id) ? { op: "update" as const, id, patch: fields } : { op: "create" as const, id, ...fields },
  );
  const { data } = await api.post("/v1/projects/{project_id}/facts/batch", { path, body: { facts: parts } });
  count(data.results);
  return { cast, loaded };
}

/** Hides what players must not read: Tam's true name, and the lamp itself. */
export async function hideSecrets(api: Fabula, project_id: string, { tam, lamp }: Cast): Promise<void> {
  for (const body of [
    { id: idOf("sec", "true name"), subject_id: tam, pointer: "/properties/true_name", known_by: [tam] },
    { id: idOf("sec", "lamp"), subject_id: lamp, known_by: [tam] },
  ]) {
    await api.post("/v1/projects/{project_id}/secrets", { path: { project_id }, body }).catch(unlessTaken);
  }
}

/** Names of everything in the world, by id, as the caller may read it. */
export async function readNames(api: Fabula, project_id: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { entities } of api.pages("/v1/projects/{project_id}/entities", {
    path: { project_id },
    query: { limit: 500 },
  })) {
    for (const { id, name } of entities) names.set(id, name);
  }
  return names;
}

/**
 * Renames an entity that was read at a sequence. Where somebody else renamed it since, their name stays.
 *
 * @returns the name that it has now.
 */
export async function rename(
  api: Fabula,
  project_id: string,
  entity_id: string,
  name: string,
  base_seq: number,
): Promise<string> {
  try {
    const path = { project_id, entity_id };
    const { data } = await api.patch("/v1/projects/{project_id}/entities/{entity_id}", {
      path,
      body: { name, base_seq },
    });
    return data.name;
  } catch (error) {
    if (!(error instanceof FabulaError) || error.body.code !== "edit_conflict") throw error;
    return String(error.body.detail?.conflicts.find(({ field }) => field === "/name")?.theirs);
  }
}

/** Passes over a refusal because the id exists: an earlier load created it. */
export function unlessTaken(error: unknown): void {
  if (!(error instanceof FabulaError) || error.body.code !== "id_taken") throw error;
}

function batches<Part>(parts: readonly Part[]): Part[][] {
  return Array.from({ length: Math.ceil(parts.length / PARTS) }, (_, at) => parts.slice(at * PARTS, (at + 1) * PARTS));
}
