import type { StoryPlace } from "#domain/canon/world.ts";
import type { JsonObject } from "#domain/json.ts";
import { meeting } from "../../record/meeting.ts";
import type { Resource, Version, Where } from "../../record/resource.ts";
import type { EntityVersion, RelationshipVersion } from "../entities/public.ts";
import type { FactVersion } from "../facts/public.ts";
import type { OpenSeed } from "../seeds/public.ts";
import { type AudienceSpans, type CanonSource, NOT_YET } from "./source.ts";

/** Changes that somebody proposes, as the states that they would lead to. */
export interface ProposedChanges {
  readonly facts: readonly FactVersion[];
  /** Facts that proposed ones take the place of. */
  readonly superseded: ReadonlySet<string>;
  readonly relationships: readonly RelationshipVersion[];
  /** Properties of entities that are set. */
  readonly properties: ReadonlyMap<string, JsonObject>;
}

/** A project as it would be with proposed changes, which are in no record. */
export class ProposedSource implements CanonSource {
  readonly #recorded: CanonSource;
  readonly #changes: ProposedChanges;

  constructor(recorded: CanonSource, changes: ProposedChanges) {
    this.#recorded = recorded;
    this.#changes = changes;
  }

  async facts(where: Where): Promise<FactVersion[]> {
    const { facts, superseded } = this.#changes;
    const replaced = new Set(facts.map(({ id }) => id));
    const recorded = await this.#recorded.facts(where);
    return [...recorded.filter(({ id }) => !superseded.has(id) && !replaced.has(id)), ...facts.filter(meeting(where))];
  }

  async entities(ids: readonly string[]): Promise<EntityVersion[]> {
    return (await this.#recorded.entities(ids)).map((entity) => {
      const set = this.#changes.properties.get(entity.id);
      if (set === undefined) return entity;
      return { ...entity, properties: { ...entity.properties, ...set }, valid_from_seq: NOT_YET };
    });
  }

  async ties(where: Where): Promise<RelationshipVersion[]> {
    const proposed = this.#changes.relationships.filter(meeting(where));
    return [...(await this.#recorded.ties(where)), ...proposed];
  }

  async history<S>(resource: Resource<S>, ids: readonly string[]): Promise<Version<S>[]> {
    return this.#recorded.history(resource, ids);
  }

  storyPlaces(passageIds: readonly string[]): Promise<ReadonlyMap<string, StoryPlace>> {
    return this.#recorded.storyPlaces(passageIds);
  }

  promises(): Promise<OpenSeed[]> {
    return this.#recorded.promises();
  }

  audienceSpans(ids: readonly string[]): Promise<AudienceSpans> {
    return this.#recorded.audienceSpans(ids);
  }

  async commits(seqs: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const recorded = await this.#recorded.commits(seqs.filter((seq) => seq !== NOT_YET));
    return new Map([...recorded, [NOT_YET, NOT_YET]]);
  }
}
