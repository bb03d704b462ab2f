import { sql } from "drizzle-orm";
import type { Change } from "#domain/change/change.ts";
import { PROJECT_FORMAT } from "#domain/import/fabula/project-file.ts";
import type { JsonObject } from "#domain/json.ts";
import type { Artifact } from "../../../artifacts/artifact.ts";
import { findFiles } from "../../../artifacts/find-files.ts";
import type { Columns, Db } from "../../../record/database.ts";
import { streamEvents } from "../../../record/feed.ts";
import type { ResourceRegistry } from "../../../record/registry.ts";
import { repairChange } from "../../../record/repair-change.ts";
import { type Resource, stateOf, type Version } from "../../../record/resource.ts";
import { findVersions, holds, toVersion } from "../../../record/versions.ts";
import { isExported, Renumbering, toLineId, withoutHistory, withoutMode } from "./left-out.ts";
import { type ChangeLine, type Contents, type FileLine, type Files, FORMAT_VERSION, type HeaderLine } from "./lines.ts";

/** Project, contents and sequence of an export. */
export interface ExportScope {
  readonly projectId: string;
  readonly seq: number;
  readonly contents: Contents;
  readonly files: Files;
}

/** Events or versions read at a time. */
const AT_ONCE = 500;

/**
 * Reads the lines of an export at one sequence; repeated reads return the same lines.
 *
 * @param lineOf makes the line of a file that the exported versions name
 */
export async function* exportLines(
  db: Db,
  resources: ResourceRegistry,
  exported: ExportScope,
  lineOf: (file: Artifact) => Promise<FileLine>,
): AsyncGenerator<HeaderLine | FileLine | ChangeLine, void, undefined> {
  const { projectId, seq, contents } = exported;
  const numbers = new Renumbering();
  const files = await namedFiles(db, resources, exported);
  if (contents === "history") for (const gap of await leftOut(db, resources, exported)) numbers.leaveOut(gap);
  yield {
    type: "project",
    format: PROJECT_FORMAT,
    version: files.length === 0 ? FORMAT_VERSION.plain : FORMAT_VERSION.withFiles,
    project_id: projectId,
    contents,
    seq: contents === "history" ? numbers.of(seq) : 0,
  };
  for (const file of files) yield await lineOf(file);
  yield* contents === "history" ? history(db, resources, exported, numbers) : state(db, resources, exported);
}

/** The files that exported versions name, in the order of their hashes. */
async function namedFiles(
  db: Db,
  resources: ResourceRegistry,
  { projectId, seq, contents, files }: ExportScope,
): Promise<Artifact[]> {
  if (files === "none") return [];
  const hashes = new Set<string>();
  for (const resource of resources.all()) {
    if (!isExported(resource, contents)) continue;
    for (const field of resource.files) {
      const rows = await db.execute<{ named: string | string[] | null }>(
        sql`SELECT DISTINCT to_jsonb(${sql.identifier(field)}) AS named FROM ${sql.identifier(resource.table)}
            WHERE project_id = ${projectId} AND ${contents === "state" ? holds(seq) : sql`valid_from_seq <= ${seq}`}`,
      );
      for (const { named } of rows) for (const sha256 of [named ?? []].flat()) hashes.add(sha256);
    }
  }
  const found = await findFiles(db, projectId, [...hashes]);
  return found.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

/** Sequences of the events that are no part of an export. */
async function leftOut(db: Db, resources: ResourceRegistry, { projectId, seq, files }: ExportScope): Promise<number[]> {
  const types = resources.all().flatMap((resource) => (isExported(resource, "history", files) ? [] : [resource.type]));
  const rows = await db.execute<Columns<"events", "seq">>(
    sql`SELECT seq FROM events WHERE project_id = ${projectId} AND seq <= ${seq}
        AND subject_type IN (${sql.join(
          types.map((type) => sql`${type}`),
          sql`, `,
        )}) ORDER BY seq`,
  );
  return rows.map((row) => Number(row.seq));
}

async function* history(
  db: Db,
  resources: ResourceRegistry,
  { projectId, seq, files }: ExportScope,
  numbers: Renumbering,
): AsyncGenerator<ChangeLine, void, undefined> {
  let commit = 0;
  let last = 0;
  for await (const page of streamEvents(db, projectId, { toSeq: seq }, AT_ONCE)) {
    for (const { subject_type: type, subject_id, kind, v, change, data, actor, causation, ...event } of page) {
      if (!isExported(resources.of(type), "history", files)) continue;
      if (event.commit_seq !== last) commit += 1;
      last = event.commit_seq;
      const today = resources.of(type).upcast(change, v);
      yield {
        type: "change",
        commit,
        subject_type: type,
        subject_id: toLineId(subject_id, projectId),
        verb: kind.slice(type.length + 1),
        change: inOneOrder(repairChange(numbers.change(type, withoutMode(type, today))).change),
        ...(data !== null && { data: numbers.data(data) }),
        ...(causation !== null && { because: toLineId(causation, projectId) }),
        by: actor,
        at: event.recorded_at,
      };
    }
  }
}

/** A change whose removed fields stand in one order: they are found in that of the state, which is not kept. */
const inOneOrder = ({ unset, ...change }: Change): Change => ({
  ...change,
  ...(unset !== undefined && { unset: unset.toSorted() }),
});

/** Kinds in an order in which each finds what it refers to; parts of dialogues come with their dialogue. */
export const ORDER: readonly string[] = [
  ...["project", "property_key", "variable", "link", "entity", "relationship", "template", "image"],
  ...[
    "predicate",
    "quest",
    "dialogue",
    "voice_line",
    "comment",
    "waiver",
    "secret",
    "fact",
    "npc",
    "player_event_kind",
  ],
  ...["act", "chapter", "passage", "idea", "seed", "bible_entry", "canon_rule", "canon_waiver", "style_word", "view"],
];
export const PARTS: readonly string[] = ["dialogue_group", "dialogue_node", "dialogue_annotation"];
/** Kinds whose subjects refer to each other in any order, and so are made together. */
const TOGETHER: ReadonlySet<string> = new Set(["fact"]);

async function* state(
  db: Db,
  resources: ResourceRegistry,
  { projectId, seq, files }: ExportScope,
): AsyncGenerator<ChangeLine, void, undefined> {
  let commit = 0;
  const lineOf = ({ type, creation }: Resource, version: Version<JsonObject>, state: JsonObject): ChangeLine => ({
    type: "change",
    commit,
    subject_type: type,
    subject_id: toLineId(version.id, projectId),
    verb: creation,
    change: repairChange(withoutMode(type, { set: { "": withoutHistory(type, state) } })).change,
  });
  for (const type of ORDER) {
    const resource = resources.of(type);
    if (!isExported(resource, "state", files)) continue;
    const pages = type === "entity" ? byLevel(db, resource, projectId, seq) : byCreation(db, resource, projectId, seq);
    let isBegun = false;
    for await (const page of pages) {
      for (const version of page) {
        // A dialogue is one commit with its parts; of other kinds a page is.
        if (type === "dialogue" || (version === page[0] && !(isBegun && TOGETHER.has(type)))) commit += 1;
        isBegun = true;
        yield lineOf(resource, version, stateOf(resource, version));
        if (type !== "dialogue") continue;
        for (const part of PARTS.map((each) => resources.of(each))) {
          for (const each of await findVersions<JsonObject>(db, part, projectId, { graph_id: version.id }, seq)) {
            yield lineOf(part, each, stateOf(part, each));
          }
        }
      }
    }
  }
}

/** Subjects of a kind as they were at a sequence, in the order of their creation, some at a time. */
async function* byCreation(
  db: Db,
  resource: Resource,
  projectId: string,
  seq: number,
): AsyncGenerator<Version<JsonObject>[], void, undefined> {
  for (let last = { created_seq: -1, id: "" }; ; ) {
    const rows = await db.execute(
      sql`SELECT * FROM ${sql.identifier(resource.table)} WHERE project_id = ${projectId} AND ${holds(seq)}
          AND (created_seq, id) > (${last.created_seq}, ${last.id}) ORDER BY created_seq, id LIMIT ${AT_ONCE}`,
    );
    const page = rows.map((row) => toVersion<JsonObject>(row));
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (end === undefined || page.length < AT_ONCE) return;
    last = end;
  }
}

/** Entities with those that contain them first. Of all at once only ids are in memory. */
async function* byLevel(
  db: Db,
  resource: Resource,
  projectId: string,
  seq: number,
): AsyncGenerator<Version<JsonObject>[], void, undefined> {
  const rows = await db.execute<{ id: string; parent_id: string | null }>(
    sql`SELECT id, parent_id FROM ${sql.identifier(resource.table)} WHERE project_id = ${projectId} AND ${holds(seq)}
        ORDER BY created_seq, id`,
  );
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const levels = new Map<string, number>();
  const levelOf = (id: string): number => {
    const chain: string[] = [];
    for (let at: string | null = id; at !== null && !levels.has(at); at = parents.get(at) ?? null) chain.push(at);
    for (const each of chain.toReversed()) {
      const parent = parents.get(each) ?? null;
      levels.set(each, parent === null ? 0 : (levels.get(parent) ?? 0) + 1);
    }
    return levels.get(id) ?? 0;
  };
  // Sorting is stable: within a level the order of creation stays.
  const ids = rows.map(({ id }) => id).sort((a, b) => levelOf(a) - levelOf(b));
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const found = await findVersions<JsonObject>(db, resource, projectId, { id: some }, seq);
    const versions = new Map(found.map((version) => [version.id, version]));
    yield some.flatMap((id) => versions.get(id) ?? []);
  }
}
