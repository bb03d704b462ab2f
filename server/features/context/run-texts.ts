import type { JsonObject } from "#domain/json.ts";
import { findVersions } from "../../record/versions.ts";
import { saidIn } from "../../record/words/word-rows.ts";
import { type FactVersion, factResource, findFactsInRun } from "../facts/public.ts";
import type { Moment } from "./moment.ts";
import type { ShownText } from "./shown-otherwise.ts";

/** Facts of a playthrough that the index of words has not, for one who looks. */
export interface RunTexts {
  /** Texts of those that may be read. */
  readonly shown: readonly ShownText[];
  /** Number of facts that are withheld beyond those of the record; below zero where fewer are. */
  readonly withheld: number;
}

const NOTHING: RunTexts = { shown: [], withheld: 0 };

/** Finds the facts that one who looks has from a playthrough alone: those that were told there, and those made in it. */
export async function textsOfRun(at: Moment): Promise<RunTexts> {
  const { db, projectId, seq, perspective } = at;
  const { run, as } = perspective;
  if (run === null) return NOTHING;
  const told = as === null ? [] : [...new Set(run.told.map(({ fact }) => fact))];
  const made = run.made.map(({ id }) => id);
  const isMade = new Set(made);
  const recorded = await findVersions(db, factResource, projectId, { id: told }, seq);
  const isIndexed = new Set(
    recorded.flatMap((version) => (perspective.seen(factResource, version) === null ? [] : version.id)),
  );
  const there = await findFactsInRun(db, { projectId, seq }, perspective, [...told, ...made]);
  const own = there.flatMap((version) =>
    isIndexed.has(version.id) ? [] : (perspective.seen(factResource, version) ?? []),
  );
  const isOwn = new Set(own.map(({ id }) => id));
  const hidden = run.made.filter(({ id, content }) => !isOwn.has(id) && content.secret !== true);
  const learnt = own.filter(({ id, secret }) => !isMade.has(id) && !secret);
  return { shown: own.flatMap(shownText), withheld: as === null ? 0 : hidden.length - learnt.length };
}

function shownText(fact: FactVersion, place: number): ShownText[] {
  const { type, wording } = factResource;
  const said = wording === null ? null : saidIn(wording, fact as unknown as JsonObject);
  // No event of the record began a text of a playthrough: it has a number that none of them has.
  return said === null ? [] : [{ type, id: fact.id, from: -1 - place, ...said }];
}
