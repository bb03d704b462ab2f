import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import { type KeysOfPlayers, openField, playersOf, sealField } from "../../envelope/sealed-field.ts";
import { UnopenedSecret } from "../../envelope/sealed-text.ts";
import type { Field, Fields } from "../../kernel/field.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import type { PendingChange, Resource, Version } from "../../record/resource.ts";
import type { ProjectRef, ResponseShape, Services } from "../context.ts";

/** Form of a sealed value that can no longer be opened, because a player whose data it is was erased. */
export const Erased = z
  .object({ erased: z.literal(true).meta({ description: "Always true." }) })
  .meta({ id: "Erased", description: "Stands for personal data of a player who was erased." });

/** Parts of a context that sealed values are opened in: the keys are read in the snapshot of the answer. */
export interface OpeningContext {
  readonly services: Pick<Services, "playerKeys">;
  readonly db: Db;
  readonly project: Pick<ProjectRef, "id" | "workspaceId" | "mode">;
  readonly response?: ResponseShape;
}

/** Values of the sealed fields of a subject, by name. */
type Values = Readonly<Record<string, Json>>;

/** Sealing of the personal fields of a resource. Its subjects are JSON here; the declaration knows their types. */
export interface Sealing {
  /** Shows versions with their sealed values opened, in the order given. Reads the keys of all of them in one statement. */
  show(context: OpeningContext, versions: readonly Version<JsonObject>[]): Promise<JsonObject[]>;
  /**
   * Seals the values of a state that is otherwise as it will be kept.
   *
   * @throws {@link Problem} `player_erased` where a player whose data they are was erased.
   */
  seal(context: OpeningContext, id: string, state: JsonObject): Promise<JsonObject>;
  /**
   * Returns the state of a subject after a change of it, which is told the values that it has. Values that stay the same stay sealed as
   * they were, so that they make no event.
   *
   * @throws {@link Problem} `player_erased`.
   */
  change(
    context: OpeningContext,
    id: string,
    state: JsonObject,
    to: (state: JsonObject) => JsonObject,
  ): Promise<JsonObject>;
  /** Checks that nothing enters the record unsealed, whatever the way in. */
  requireSealed(changes: readonly PendingChange<JsonObject>[]): void;
}

/** Parts of a declaration that its sealing needs. */
interface Declared {
  readonly resource: Pick<Resource<never>, "type" | "sealed">;
  readonly fields: Fields;
  /** Players whose data a subject is. */
  readonly sealedFor: (state: never, id: string) => readonly string[];
  readonly toWire: (version: Version<JsonObject>) => JsonObject;
}

/** Makes the sealing of a resource. */
export function sealing({ resource, fields, sealedFor, toWire }: Declared): Sealing {
  const names = resource.sealed;
  const ownersOf = (state: JsonObject, id: string) => sealedFor(state as never, id);

  const keysFor = async ({ services, db, project, response }: OpeningContext, players: ReadonlySet<string>) => {
    const about = [...players];
    if (response !== undefined) response.players = [...new Set([...(response.players ?? []), ...about])];
    return about.length === 0 ? new Map<string, never>() : services.playerKeys.read(db, project, about);
  };

  const sealAll = (context: OpeningContext, keys: KeysOfPlayers, id: string, state: JsonObject, kept: JsonObject) => {
    const players = ownersOf(state, id);
    // What is of no player has nothing to seal.
    if (players.length === 0 && names.every((field) => (state[field] ?? null) === null)) return state;
    const erased = players.find((player) => !keys.has(player));
    if (erased !== undefined) throw new Problem("player_erased", { detail: { player_id: erased } });
    const sealed = { ...state };
    for (const field of names) {
      const place = { projectId: context.project.id, subjectId: id, field };
      const value = sealedValue(fields[field], state[field]);
      sealed[field] = kept[field] ?? sealField(keys, players, place, value);
    }
    return sealed;
  };

  return {
    async show(context, versions) {
      const keys = await keysFor(context, new Set(versions.flatMap((version) => playersIn(names, version))));
      return versions.map((version) => ({
        ...toWire(version),
        ...opened({ names, fields, keys, projectId: context.project.id }, version.id, version),
      }));
    },
    async seal(context, id, state) {
      const keys = await keysFor(context, new Set(ownersOf(state, id)));
      return sealAll(context, keys, id, state, {});
    },
    async change(context, id, state, to) {
      const before = new Set([...playersIn(names, state), ...ownersOf(state, id)]);
      let keys = await keysFor(context, before);
      const gone = [...before].find((player) => !keys.has(player));
      if (gone !== undefined) throw new Problem("player_erased", { detail: { player_id: gone } });
      const values = opened({ names, fields, keys, projectId: context.project.id }, id, state);
      const next = to({ ...state, ...values });
      const players = ownersOf(next, id);
      if (players.some((player) => !keys.has(player))) keys = await keysFor(context, new Set(players));
      const isSame = isDeepStrictEqual(new Set(players), new Set(playersIn(names, state)));
      const kept = names.filter((field) => isSame && isDeepStrictEqual(next[field], values[field]));
      return sealAll(context, keys, id, next, Object.fromEntries(kept.map((field) => [field, state[field] ?? null])));
    },
    requireSealed(changes) {
      for (const { id, after } of changes) {
        for (const field of after === null ? [] : names) {
          const value = after?.[field] ?? null;
          if (value === null) continue;
          try {
            playersOf(String(value));
          } catch (error) {
            if (!(error instanceof UnopenedSecret)) throw error;
            throw new Error(`${field} of the ${resource.type} ${id} is personal and was not sealed`);
          }
        }
      }
    },
  };
}

/** Returns the value that is sealed: the default of the field where none is given, or null for one that cannot be null. */
function sealedValue(field: Field | undefined, given: Json | undefined): Json {
  const isSaid = given !== undefined && (given !== null || field?.schema instanceof z.ZodNullable);
  return isSaid ? given : ((field?.options.default ?? null) as Json);
}

function playersIn(names: readonly string[], state: JsonObject): string[] {
  return names.flatMap((field) => (typeof state[field] === "string" ? playersOf(state[field]) : []));
}

/** The values of a version; `{erased: true}` for those of players without a key. */
function opened(
  at: { names: readonly string[]; fields: Fields; keys: KeysOfPlayers; projectId: string },
  id: string,
  state: JsonObject,
): Values {
  const values = at.names.map((field): [string, Json] => {
    const sealed = state[field] ?? null;
    if (sealed === null) return [field, (at.fields[field]?.options.default ?? null) as Json];
    if (playersOf(String(sealed)).some((player) => !at.keys.has(player))) return [field, { erased: true }];
    const place = { projectId: at.projectId, subjectId: id, field };
    return [field, openField(at.keys, place, String(sealed))];
  });
  return Object.fromEntries(values);
}
