import { GAP_KINDS, type Gap, type GapKind, type GapSubject } from "#domain/gaps/gap.ts";
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

/** Names that are looked for in lines at once, and passes over all lines. */
const NAMES_AT_ONCE = 20;
const MOST_PASSES = 5;

/** Times that players took some choice of a card before another one counts as one that nobody takes. */
const TAKEN_OFTEN = 5;

/** Record of a project at a sequence. */
interface At {
  readonly db: Db;
  readonly projectId: string;
  readonly seq: number;
  /** Whether something was made of a gap already. */
  readonly isMade: (gap: Gap) => boolean;
}

const FINDERS: Readonly<Record<GapKind, (at: At) => Promise<Gap[]>>> = {
  overdue_promise: overduePromises,
  untaken_choice: untakenChoices,
  untold_secret: untoldSecrets,
  untold_quest: quests,
  unused_place: unusedPlaces,
  silent_character: silentCharacters,
  one_sided_bond: bonds,
};

/**
 * Finds gaps of a record at a sequence of which nothing was made yet: subjects that are there and lead nowhere, at most 20 of a kind, the
 * most telling kinds first and in each the oldest. Each kind is looked for among the first 500, places in lines among the first 100 that
 * nothing else uses. What players take is counted as it is now.
 *
 * @param kinds - Kinds that are looked for, in the order of their gaps.
 */
export async function findGaps(at: At, kinds: readonly GapKind[] = GAP_KINDS): Promise<Gap[]> {
  const found: Gap[] = [];
  for (const kind of kinds) found.push(...(await FINDERS[kind](at)));
  return found;
}

async function overduePromises({ db, projectId, seq, isMade }: At): Promise<Gap[]> {
  const open = await openSeeds(db, projectId, seq, seq);
  const overdue = open
    .filter(({ standing }) => standing === "reached" || standing === "gone")
    .sort((a, b) => b.seed.strength - a.seed.strength)
    .map(({ seed: { id, promise } }) => gapOf("overdue_promise")({ id, name: promise }));
  return firstOpen(overdue, isMade);
}

async function untakenChoices({ db, projectId, seq, isMade }: At): Promise<Gap[]> {
  const taken = (await takenBranches(db, projectId, LOOKED_AT)).filter(({ events }) => events >= TAKEN_OFTEN);
  const graphs = [...new Set(taken.map(({ graph_id }) => graph_id))];
  const ids = taken.map(({ id }) => id);
  const beside = await choicesBeside(db, projectId, ids, graphs, { atSeq: seq, most: LOOKED_AT });
  const choices = beside.map(({ id, name, graph_id, graph_name }): Gap => {
    const dialogue = { id: graph_id, name: graph_name };
    return { kind: "untaken_choice", subjects: [{ id, name }, dialogue], words: "" };
  });
  return firstOpen(choices, isMade);
}

async function untoldSecrets({ db, projectId, seq, isMade }: At): Promise<Gap[]> {
  const secrets = await secretFacts(db, projectId, { atSeq: seq, most: LOOKED_AT });
  const ids = secrets.map(({ id }) => id);
  const told = new Set((await factTellings(db, projectId, ids, seq)).map(({ fact_id }) => fact_id));
  const untold = secrets.filter(({ id }) => !told.has(id));
  return firstOpen(
    untold.map(({ id, text }) => gapOf("untold_secret")({ id, name: text })),
    isMade,
  );
}

async function quests({ db, projectId, seq, isMade }: At): Promise<Gap[]> {
  const untold = await untoldQuests(db, projectId, seq, LOOKED_AT);
  return firstOpen(untold.map(gapOf("untold_quest")), isMade);
}

async function unusedPlaces({ db, projectId, seq, isMade }: At): Promise<Gap[]> {
  const places = await firstOfType(db, projectId, LOCATION, { atSeq: seq, most: LOOKED_AT });
  const ids = places.map(({ id }) => id);
  const used = [
    await joinedWithOthers(db, projectId, ids, seq),
    await usedInDialogues(db, projectId, ids, seq),
    await namedInFacts(db, projectId, ids, seq),
  ];
  const open = places
    .filter(({ id }) => !used.some((each) => each.has(id)))
    .map(gapOf("unused_place"))
    .filter((gap) => !isMade(gap));
  const found: Gap[] = [];
  const end = Math.min(open.length, NAMES_AT_ONCE * MOST_PASSES);
  for (let from = 0; from < end && found.length < MOST; from += NAMES_AT_ONCE) {
    const some = open.slice(from, from + NAMES_AT_ONCE);
    const named = await namedInLines(db, projectId, some.map(nameOf), seq);
    found.push(...some.filter((gap) => !named.has(nameOf(gap))));
  }
  return found.slice(0, MOST);
}

async function silentCharacters({ db, projectId, seq, isMade }: At): Promise<Gap[]> {
  const characters = await firstOfType(db, projectId, "character", { atSeq: seq, most: LOOKED_AT });
  const ids = characters.map(({ id }) => id);
  const heard = await speaking(db, projectId, ids, seq);
  const silent = characters.filter(({ id }) => !heard.has(id)).map(gapOf("silent_character"));
  return firstOpen(silent, isMade);
}

async function bonds({ db, projectId, seq, isMade }: At): Promise<Gap[]> {
  const found = await oneSidedRelationships(db, projectId, "character", { atSeq: seq, most: LOOKED_AT });
  const gaps = found.map(({ type, source, target }): Gap => {
    return { kind: "one_sided_bond", subjects: [source, target], words: type };
  });
  return firstOpen(gaps, isMade);
}

/** The first gaps of which nothing was made; what is beyond them is not looked at. */
function firstOpen(gaps: readonly Gap[], isMade: At["isMade"]): Gap[] {
  const open: Gap[] = [];
  for (const gap of gaps) {
    if (open.length === MOST) break;
    if (!isMade(gap)) open.push(gap);
  }
  return open;
}

const nameOf = ({ subjects }: Gap): string => subjects[0]?.name ?? "";

const gapOf =
  (kind: Gap["kind"]) =>
  (subject: GapSubject): Gap => ({ kind, subjects: [subject], words: "" });
