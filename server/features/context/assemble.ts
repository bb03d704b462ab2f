import { createHash } from "node:crypto";
import { tokenCounter } from "../../adapters/llm/token-count.ts";
import { aboveMaximum, Problem } from "../../kernel/problem.ts";
import type { Services } from "../../operation/context.ts";
import type { RunMemory } from "../../operation/run-memory.ts";
import type { Db } from "../../record/database.ts";
import { WordIndex } from "../../record/words/word-index.ts";
import { openPerspective } from "../facts/public.ts";
import { gather } from "./gather.ts";
import { indexed } from "./indexed-moment.ts";
import { pack } from "./pack.ts";
import type { Opening } from "./player-texts.ts";
import {
  type AssembledContext,
  type ContextQuestion,
  REASONS,
  SCORER_VERSION,
  SECTIONS,
  type SectionName,
} from "./question.ts";
import { countWithheld } from "./withheld.ts";

/**
 * Assembles what a prompt needs to know for a question, as the project was at a sequence: the same question at the same sequence is the
 * same bytes, whatever was written since and whichever process answers. What is asked of the past is answered from the record alone;
 * the index of words is brought up to the sequence first.
 *
 * @param opening opens what the keys of players seal, for a question about a player.
 * @throws ValidationProblem naming `as`, or the place in `subject_ids` of what is not there or not for these eyes.
 */
export async function assembleContext(
  { database, resources, playthroughs }: Pick<Services, "database" | "resources" | "playthroughs">,
  projectId: string,
  seq: number,
  question: ContextQuestion,
  opening: Opening | null = null,
): Promise<AssembledContext> {
  await new WordIndex(database, resources).bring(projectId, seq);
  const count = await tokenCounter();
  const sections = orderedSections(question);
  const run = await runOf(database.reads, playthroughs, projectId, question);
  const { candidates, withheld } = await database.reads.transaction("snapshot", async (db) => {
    const noMoreThanNow = question.player?.noMoreThanNow === true;
    const place = { projectId, atSeq: seq, as: question.as, run, noMoreThanNow };
    const perspective = await openPerspective(db, place, ["body", "as"]);
    const at = await indexed({ db, projectId, seq, perspective }, question.player ?? null, opening);
    return { candidates: await gather(at, question, sections), withheld: await countWithheld(at) };
  });
  const packed = pack(candidates, { budget: question.token_budget, sections }, count);
  const assembled = {
    seq,
    as: question.as,
    // A context of the record alone has the digest that it always had.
    ...(run !== null && { run: { id: run.id, step: run.step } }),
    ...(question.player != null && { player_id: question.player.id }),
    scorer_version: SCORER_VERSION,
    token_budget: question.token_budget,
    tokens: packed.tokens,
    sections: packed.sections,
    left_out: packed.left_out,
    withheld,
    text: packed.text,
  };
  return {
    receipt_id: receiptId(projectId, seq, question),
    run: null,
    player_id: null,
    ...assembled,
    digest: createHash("sha256").update(JSON.stringify(assembled)).digest("hex"),
  };
}

/**
 * Reads what was remembered in the playthrough that is asked, at its step; null where none is.
 *
 * @throws {@link Problem} `not_found` where the playthrough is gone.
 */
async function runOf(
  db: Db,
  playthroughs: Services["playthroughs"],
  projectId: string,
  { run: place = null }: ContextQuestion,
): Promise<RunMemory | null> {
  if (place === null) return null;
  const run = await playthroughs.at(db, projectId, place);
  if (run === null) throw new Problem("not_found");
  return run;
}

/**
 * Resolves the sequence a question is about: the head where it names none.
 *
 * @throws {@link ValidationProblem} naming `at_seq` for one that is not reached yet.
 */
export function requireSeq(atSeq: number | undefined, lastSeq: number): number {
  if (atSeq !== undefined && atSeq > lastSeq) throw aboveMaximum(["body", "at_seq"], atSeq, lastSeq);
  return atSeq ?? lastSeq;
}

function orderedSections({ sections, dialogue }: ContextQuestion): SectionName[] {
  return SECTIONS.filter(
    (name) => (sections === undefined || sections.includes(name)) && !(name === "dialogue" && dialogue === "none"),
  );
}

/** A question with all that is asked. */
export type KeptQuestion = Required<Omit<ContextQuestion, "run" | "player">> & Pick<ContextQuestion, "run" | "player">;

/** A question in the one form in which it is kept and compared. */
export function keptQuestion(question: ContextQuestion): KeptQuestion {
  const {
    query,
    as,
    subject_ids,
    token_budget,
    least = null,
    reasons = null,
    predicates = null,
    run = null,
    player = null,
    dialogue = run === null ? "all" : "played",
  } = question;
  return {
    query,
    as,
    subject_ids: [...subject_ids],
    token_budget,
    sections: orderedSections(question),
    least,
    reasons: reasons === null ? null : REASONS.filter((reason) => reasons.includes(reason)),
    predicates: predicates === null ? null : [...new Set(predicates)].sort(),
    dialogue,
    // The id of a receipt is made of this: of the record alone, it stays what it was.
    ...(run !== null && { run: { id: run.id, step: run.step, seq: run.seq } }),
    ...(player !== null && {
      player: {
        ...{ id: player.id, seq: player.seq, own: player.own },
        ...(player.noMoreThanNow === true && { noMoreThanNow: true }),
      },
    }),
  };
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** The id that a question's receipt has: the same question at the same sequence has one. */
function receiptId(projectId: string, seq: number, question: ContextQuestion): string {
  const asked = JSON.stringify([projectId, seq, SCORER_VERSION, keptQuestion(question)]);
  const bytes = createHash("sha256").update(asked).digest().subarray(0, 26);
  return `ctx_${Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join("")}`;
}
