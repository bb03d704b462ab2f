import type { JsonObject } from "#domain/json.ts";
import type { OpeningContext } from "../../operation/ordinary/sealing.ts";
import { saidIn } from "../../record/words/word-rows.ts";
import { factResource } from "../facts/public.ts";
import { type KnownFact, readKnownFacts } from "../player-facts/public.ts";
import { type Preferences, readProfile } from "../players/public.ts";
import type { Moment } from "./moment.ts";
import type { PlayerPlace } from "./question.ts";
import type { ShownText } from "./shown-otherwise.ts";

/** Means by which what the keys of players seal is opened. */
export type Opening = Omit<OpeningContext, "db">;

/** Player of a context, with what the index of words has not. */
export interface PlayerTexts {
  readonly place: PlayerPlace;
  /** Facts of the player that may be read, by their ids. */
  readonly facts: ReadonlyMap<string, KnownFact>;
  /** Texts of these facts. */
  readonly shown: readonly ShownText[];
  /** Content that the player does not want. */
  readonly limits: NonNullable<Preferences["content_limits"]>;
}

/** Number before those of all texts of players: no event of the record began one, and no text of a playthrough has it. */
const BEFORE_ALL = -1_000_000_000;

/** Opens what a context has of its player, for one who has the knowledge of the audiences. */
export async function textsOfPlayer(
  { db }: Moment,
  place: PlayerPlace,
  audiences: readonly string[],
  opening: Opening,
): Promise<PlayerTexts> {
  const context = { ...opening, db };
  const profile = await readProfile(context, place.id, place.seq);
  const knowers = place.own ? ("player" as const) : audiences;
  const known = await readKnownFacts(context, { playerId: place.id, seq: place.seq, knowers });
  return {
    place,
    facts: new Map(known.map((fact) => [fact.id, fact])),
    shown: known.flatMap(shownText),
    limits: profile?.preferences?.content_limits ?? {},
  };
}

function shownText({ id, text }: KnownFact, index: number): ShownText[] {
  const { type, wording } = factResource;
  const state: JsonObject = {
    text,
    predicate: null,
    subject_id: null,
    object_id: null,
    also_about: [],
    secret: false,
    known_by: [],
  };
  const said = wording === null ? null : saidIn(wording, state);
  return said === null ? [] : [{ type, id, from: BEFORE_ALL - index, ...said }];
}
