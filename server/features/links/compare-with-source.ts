import { z } from "zod";
import { jsonEqual } from "#domain/json.ts";
import type { Db } from "../../record/database.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import type { LinkVersion } from "./link.ts";
import { broughtIds } from "./link-job.ts";
import { readSource } from "./read-source.ts";
import { entityAsBrought } from "./write-brought.ts";

/** Difference between what is here by a link and its source. */
export const Drift = z
  .object({
    type: z.enum(["entity", "relationship", "fact"]).meta({ description: "Kind of the subject." }),
    id: z.string().meta({ description: "Its id, in the source and here." }),
    change: z.enum(["added", "changed", "gone"]).meta({
      description:
        "`added` in the source and not here, `changed` in the source or here, or `gone` from what everyone may read of the source. Nothing is deleted here for it.",
    }),
    label: z.string().meta({ description: "Name of the entity, type of the relationship, or text of the fact." }),
    fields: z.array(z.string()).meta({
      description: "Fields that differ, properties as `properties.<name>`; empty unless `changed`.",
    }),
  })
  .meta({ id: "Drift" });
type Drift = z.input<typeof Drift>;

/** Compares what is here by a link, at a sequence of this project, with its source at one of that. */
export async function driftOf(db: Db, link: LinkVersion, atSeq: number | null, seq: number): Promise<Drift[]> {
  const source = await readSource(db, { projectId: link.source_project_id, seq }, link.filter);
  const entities = await compare(db, { link, atSeq, type: "entity", resource: entityResource }, source.entities, {
    label: ({ name }) => name,
    fields: (here, there) => {
      const next = entityAsBrought(here, there, { ...link, seq });
      if (next === null) return [];
      const names = (["name", "type"] as const).filter((name) => here[name] !== next[name]);
      const keys = [...new Set([...Object.keys(here.properties), ...Object.keys(next.properties)])].sort();
      const differ = keys.filter((key) => !jsonEqual(here.properties[key] ?? null, next.properties[key] ?? null));
      return [...names, ...differ.map((key) => `properties.${key}`)];
    },
  });
  const relationships = await compare(
    db,
    { link, atSeq, type: "relationship", resource: relationshipResource },
    source.relationships,
    {
      label: ({ type }) => type,
      fields: (here, there) => unlike(here, there, ["type", "source_id", "target_id", "properties"]),
    },
  );
  const facts = await compare(db, { link, atSeq, type: "fact", resource: factResource }, source.facts, {
    label: ({ text }) => text,
    fields: (here, there) =>
      unlike(here, there, [
        ...(["subject_id", "also_about", "predicate", "object_id"] as const),
        ...(["text", "confidence", "content_tags"] as const),
      ]),
  });
  return [...entities, ...relationships, ...facts];
}

interface Side<S> {
  readonly link: LinkVersion;
  readonly atSeq: number | null;
  readonly type: Drift["type"];
  readonly resource: Resource<S>;
}

async function compare<S, C extends { readonly id: string }>(
  db: Db,
  { link, atSeq, type, resource }: Side<S>,
  there: readonly C[],
  of: {
    readonly label: (content: C | Version<S>) => string;
    readonly fields: (here: Version<S>, there: C) => readonly string[];
  },
): Promise<Drift[]> {
  const ids = [...new Set([...(await broughtIds(db, resource, link, atSeq)), ...there.map(({ id }) => id)])];
  const versions = await findVersions(db, resource, link.project_id, { id: ids }, atSeq);
  const here = new Map(versions.map((version) => [version.id, version]));
  const own = (version: Version<S>) =>
    (version as { brought?: { link_id: string } | null }).brought?.link_id !== link.id;
  const known = new Set(there.map(({ id }) => id));
  const found = there.flatMap((content): Drift[] => {
    const version = here.get(content.id);
    const about = { type, id: content.id, label: of.label(content) };
    if (version === undefined) return [{ ...about, change: "added", fields: [] }];
    // Under the same id this project has its own, or another link has brought it.
    if (own(version)) return [];
    const fields = [...of.fields(version, content)];
    return fields.length === 0 ? [] : [{ ...about, change: "changed", fields }];
  });
  const gone = versions.flatMap((version): Drift[] =>
    known.has(version.id) || own(version)
      ? []
      : [{ type, id: version.id, label: of.label(version), change: "gone", fields: [] }],
  );
  return [...found, ...gone].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function unlike<S extends object, Name extends keyof S & string>(
  here: S,
  there: { readonly [N in Name]: unknown },
  names: readonly Name[],
): Name[] {
  return names.filter((name) => !jsonEqual(here[name] as never, there[name] as never));
}
