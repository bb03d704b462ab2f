import type { Gap, GapSubject } from "#domain/gaps/gap.ts";
import type { Db } from "../../record/database.ts";
import {
  choicesBeside,
  factTellings,
  namedInLines,
  speaking,
  untoldQuests,
  usedInDialogues,
} from "../dialogues/public.ts";
import { firstOfType, joinedWithOthers, LOCATION, oneSidedRelationships } from "../entities/public.ts";
import { namedInFacts, secretFacts } from "../facts/public.ts";
import { takenBranches } from "../player-events/public.ts";
import { openSeeds } from "./due.ts";

/** Gaps of one kind that are found, and subjects among which they are looked for. */
const MOST = 20;
const LOOKED_AT = 500;

/** Times that players took some choice of a card before another one counts as one that nobody takes. */
const TAKEN_OFTEN = 5;

/** Record of a project at a sequence. */
interface At {
  readonly db: Db;
  readonly projectId: string;
  readonly seq: number;
}

/**
 * Finds gaps of a record at a sequence: subjects that are there and lead nowhere, at most 20 of a kind, the most telling kinds first and in
 * each the oldest. Places and characters are looked for among the first 500. What players take is counted as it is now.
 */
export async function findGaps(db: Db, projectId: string, seq: number): Promise<Gap[]> {
  const at = { db, projectId, seq };
  const found: Gap[] = [];
  for (const find of [overduePromises, untakenChoices, untoldSecrets, quests, unusedPlaces, silentCharacters, bonds])
    found.push(...(await find(at)));
  return found;
}

async function overduePromises({ db, projectId, seq }: At): Promise<Gap[]> {
  const open = await openSeeds(db, projectId, seq, seq);
  return open
    .filter(({ standing }) => standing === "reached" || standing === "gone")
    .sort((a, b) => b.seed.strength - a.seed.strength)
    .slice(0, MOST)
    .map(({ seed: { id, promise } }) => ({ kind: "overdue_promise", subjects: [{ id, name: promise }], words: "" }));
}

async function untakenChoices({ db, projectId, seq }: At): Promise<Gap[]> {
  const taken = (await takenBranches(db, projectId, LOOKED_AT)).filter(({ events }) => events >= TAKEN_OFTEN);
  const graphs = [...new Set(taken.map(({ graph_id }) => graph_id))];
  const ids = taken.map(({ id }) => id);
  const beside = await choicesBeside(db, projectId, ids, graphs, { atSeq: seq, most: MOST });
  return beside.map(({ id, name, graph_id, graph_name }) => ({
    kind: "untaken_choice",
    subjects: [
      { id, name },
      { id: graph_id, name: graph_name },
    ],
    words: "",
  }));
}

async function untoldSecrets({ db, projectId, seq }: At): Promise<Gap[]> {
  const secrets = await secretFacts(db, projectId, { atSeq: seq, most: LOOKED_AT });
  const ids = secrets.map(({ id }) => id);
  const told = new Set((await factTellings(db, projectId, ids, seq)).map(({ fact_id }) => fact_id));
  return secrets
    .filter(({ id }) => !told.has(id))
    .slice(0, MOST)
    .map(({ id, text }) => ({ kind: "untold_secret", subjects: [{ id, name: text }], words: "" }));
}

async function quests({ db, projectId, seq }: At): Promise<Gap[]> {
  const untold = await untoldQuests(db, projectId, seq, MOST);
  return untold.map((each) => ({ kind: "untold_quest", subjects: [each], words: "" }));
}

async function unusedPlaces({ db, projectId, seq }: At): Promise<Gap[]> {
  const places = await firstOfType(db, projectId, LOCATION, { atSeq: seq, most: LOOKED_AT });
  const ids = places.map(({ id }) => id);
  const used = [
    await joinedWithOthers(db, projectId, ids, seq),
    await usedInDialogues(db, projectId, ids, seq),
    await namedInFacts(db, projectId, ids, seq),
  ];
  const unused = places.filter(({ id }) => !used.some((each) => each.has(id))).slice(0, MOST);
  const names = await namedInLines(
    db,
    projectId,
    unused.map(({ name }) => name),
    seq,
  );
  return unused.filter(({ name }) => !names.has(name)).map(gapOf("unused_place"));
}

async function silentCharacters({ db, projectId, seq }: At): Promise<Gap[]> {
  const characters = await firstOfType(db, projectId, "character", { atSeq: seq, most: LOOKED_AT });
  const ids = characters.map(({ id }) => id);
  const heard = await speaking(db, projectId, ids, seq);
  return characters
    .filter(({ id }) => !heard.has(id))
    .slice(0, MOST)
    .map(gapOf("silent_character"));
}

async function bonds({ db, projectId, seq }: At): Promise<Gap[]> {
  const found = await oneSidedRelationships(db, projectId, "character", { atSeq: seq, most: MOST });
  return found.map(({ type, source, target }) => ({ kind: "one_sided_bond", subjects: [source, target], words: type }));
}

const gapOf =
  (kind: Gap["kind"]) =>
  (subject: GapSubject): Gap => ({ kind, subjects: [subject], words: "" });
