import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { importStoriesIn, readHere } from "../dialogues/public.ts";
import { createIn as createEntity, EntityCreate } from "../entities/public.ts";
import { createFact, FactCreate } from "../facts/public.ts";
import { createIn as createRelationship, RelationshipCreate } from "../relationships/public.ts";
import type { SampleContent } from "./samples.ts";

/** Writes the world and the dialogues of a sample, inside the unit of work. */
export async function writeSample(record: UnitOfWork, { world, story }: SampleContent, now: number): Promise<void> {
  const ids = new Map<string, string>();
  for (const entity of world.entities) {
    ids.set(entity.external_id, await createEntity(record, EntityCreate.parse(entity), now));
  }
  for (const each of world.relationships) await createRelationship(record, RelationshipCreate.parse(each), now);
  const idOf = (externalId: string): string => {
    const id = ids.get(externalId);
    if (id === undefined) throw new Error(`the sample has no entity ${externalId}`);
    return id;
  };
  for (const { text, about, predicate, object, known_by, secret } of world.facts) {
    const body = FactCreate.parse({
      text,
      predicate,
      secret,
      subject_id: about === null ? null : idOf(about),
      object_id: object === null ? null : idOf(object),
      known_by: typeof known_by === "string" ? known_by : known_by.map(idOf),
    });
    await createFact(record, body, now);
  }
  const { stories } = await readHere({ format: "fabula_json", content: story });
  await importStoriesIn(record, stories, now);
}
