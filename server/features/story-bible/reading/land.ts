import { sql } from "drizzle-orm";
import type { ReadSources } from "#domain/bible/extract/draft.ts";
import {
  askedOf,
  type KnownEntity,
  type OnConflict,
  proposalsOf,
  withoutThere,
} from "#domain/bible/extract/propose.ts";
import { provenDrafts, type ToldDraft } from "#domain/bible/extract/told-draft.ts";
import { toKeyed } from "#domain/dialogue/keyed.ts";
import type { JsonObject } from "#domain/json.ts";
import { namesOf } from "#domain/names-of.ts";
import { runToEnd } from "#domain/steps.ts";
import { newId } from "../../../kernel/ids.ts";
import { textArray } from "../../../record/database.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { holds } from "../../../record/versions.ts";
import { entityResource } from "../../entities/public.ts";
import { type LandingSession, provenance } from "../../generation/public.ts";
import { extraction } from "../extraction.ts";
import { groupsOf } from "../groups.ts";
import { idsThere } from "../read-known.ts";
import { placesOf, type ReadingBrief } from "./brief.ts";

const MERGE: OnConflict = "merge";
const NOTHING: ReadonlySet<string> = new Set();

/** Entities of the project that are looked into at most. */
const MOST_KNOWN = 1_000;

/** Notes as their evidence names them. */
const NOTES = "Your notes";

/** Makes an extraction of what a model has read: proposals that wait for an answer. */
export async function landReading(
  unit: UnitOfWork,
  draft: ToldDraft,
  session: LandingSession,
  brief: ReadingBrief,
): Promise<JsonObject> {
  const isNotes = brief.text.trim() !== "";
  const { read, unproven } = provenDrafts(draft, placesOf(brief), isNotes ? NOTES : null);
  const known = { entities: await knownEntities(unit, read), answered: NOTHING, rejected: NOTHING };
  const made = runToEnd(proposalsOf(read, known, MERGE));
  const others = made.proposals.flatMap(({ kind, external_id }) => (kind === "entity" ? [] : external_id));
  const { proposals, unchanged } = withoutThere(made, await idsThere(unit.db, unit.projectId, others));
  const ids = runToEnd(groupsOf(proposals)).map((parts) => {
    const id = newId(extraction.resource.prefix, session.now);
    const label = isNotes ? "Notes, read by a model" : "Dialogues, read by a model";
    const source = isNotes ? ("files" as const) : ("dialogues" as const);
    unit.create(extraction.resource, id, { label, source, status: "open", parts: toKeyed(parts) });
    return id;
  });
  return { bible_extraction_ids: ids, parts: proposals.length, unchanged, unproven, ...provenance(session) };
}

/**
 * Reads the entities of the project that have one of the names, in one pass: at 30,000 entities and 200 names it takes some 60 ms.
 * Asking the index of properties for each alias took 1.2 seconds.
 */
async function knownEntities({ db, projectId }: UnitOfWork, read: ReadSources): Promise<KnownEntity[]> {
  const { names, written, externalIds } = askedOf(read);
  const asked = textArray([...names]);
  const aliases = textArray([...written]);
  const rows = await db.execute<{ external_id: string; name: string; properties: JsonObject }>(
    sql`SELECT external_id, name, properties FROM ${sql.identifier(entityResource.table)}
        WHERE project_id = ${projectId} AND ${holds(null)} AND (name_search = ANY(${asked})
          OR external_id = ANY(${textArray([...externalIds])})
          OR EXISTS (SELECT FROM jsonb_array_elements_text(CASE jsonb_typeof(properties -> 'aliases') WHEN 'array'
            THEN properties -> 'aliases' ELSE '[]' END) alias WHERE alias = ANY(${aliases})))
        ORDER BY created_seq, id LIMIT ${MOST_KNOWN}`,
  );
  return rows.map((row) => ({ ...row, names: namesOf(row) }));
}
