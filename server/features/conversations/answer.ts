import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { searchedWords } from "#domain/conversation.ts";
import { Problem, ValidationProblem } from "../../kernel/problem.ts";
import type { ProjectCallContext, ProjectRef, Services } from "../../operation/context.ts";
import type { LiveMessage } from "../../operation/live.ts";
import type { Columns, Db } from "../../record/database.ts";
import { isMachineFault, loggableError } from "../../record/database-errors.ts";
import { beyondDeadline } from "../../record/deadline.ts";
import { type Reply, reply, type TalkBody } from "../npcs/public.ts";
import { playersByName } from "../players/public.ts";
import { addEntry, type MadeBy } from "./entries.ts";
import {
  GREETED_WITH,
  type Ground,
  isOwed,
  playersHeard,
  playersHeardElsewhere,
  readGround,
  spokeSince,
} from "./ground.ts";
import { type ConversationPlace, lockConversation, setTurn } from "./head.ts";
import { keepMessage } from "./keep-message.ts";
import { callerOf } from "./kept-caller.ts";
import { type Participants, readParticipants } from "./participants.ts";
import { findProject } from "./project.ts";
import { dropReply, giveBackWord, hasWord, nextReply, type PendingReply, putOff, takeWord } from "./replies.ts";

/** Attempts after which an npc says an authored line, which takes no time in which somebody could speak. */
const ATTEMPTS_WITH_MODEL = 3;
/** Attempts that may fail for reasons of ours. */
const MOST_ATTEMPTS = 10;
/** Milliseconds after which a failed attempt is made again. */
const AGAIN_MS = 5_000;

/** Pauses in milliseconds before the memory of an answer is kept again, where the database or the playthrough was busy. */
const KEEP_AGAIN_MS = [200, 500, 1_000];
/** Reason of the greeting of an npc that is not there in the story of the playthrough. */
const NOT_THERE = "not_there";
/** Refusals by which an npc will have no words however often it is asked. */
const FINAL: readonly string[] = ["npc_unavailable", "not_found", "player_erased"];

/** Answers that this process looks for, by their projects and conversations. */
const underWay = new Map<string, { readonly place: number; readonly abort: AbortController }>();

const keyOf = ({ projectId, conversationId }: ConversationPlace): string => `${projectId} ${conversationId}`;

/** Lets the npc that is about to speak begin anew, if it hears what was said. */
export function interrupt(place: ConversationPlace, audience: readonly number[]): void {
  const current = underWay.get(keyOf(place));
  if (current !== undefined && audience.includes(current.place)) current.abort.abort();
}

/** Lets npcs speak that are due, beside whatever is under way. It never fails. */
export function answerSoon(services: Services, place: ConversationPlace): void {
  void beyondDeadline(() => answerAll(services, place)).catch((error: unknown) =>
    services.log.warn({ conversation_id: place.conversationId, error: loggableError(error) }, "an npc did not speak"),
  );
}

/** Lets npcs speak that are due in a conversation, one after another, unless somebody does so already. */
export async function answerAll(services: Services, place: ConversationPlace): Promise<void> {
  const { database, clock } = services;
  const holder = randomUUID();
  const due = () => nextReply(database.writes, place, clock.now());
  // Who is asked while the word is given back finds it taken: so this looks again.
  while ((await due()) !== null && (await takeWord(database.writes, place, holder, clock.now()))) {
    const begunAnew = new Map<number, Ground>();
    try {
      for (let next = await due(); next !== null; next = await due()) {
        if (!(await takeWord(database.writes, place, holder, clock.now()))) return;
        const ground = await answerOne(services, place, holder, next);
        if (ground === null) begunAnew.delete(next.place);
        else begunAnew.set(next.place, ground);
      }
    } finally {
      // A pause came before they did, or another process looks for their words.
      for (const ground of begunAnew.values()) tellSilent(services, ground);
      await giveBackWord(database.writes, place, holder);
    }
  }
}

/** Lets one npc speak; answers the ground of an answer that begins anew. */
async function answerOne(
  services: Services,
  place: ConversationPlace,
  holder: string,
  pending: PendingReply,
): Promise<Ground | null> {
  const { database, clock } = services;
  const project = await findProject(database.reads, place.projectId);
  const ground = project === null ? null : await readGround(services, project, place, pending);
  if (project === null || ground === null) {
    await letGo(services, place, pending, project === null ? "no project" : "not its to say");
    return null;
  }
  const abort = new AbortController();
  underWay.set(keyOf(place), { place: pending.place, abort });
  let said: SaidReply;
  let outcome: Outcome;
  try {
    said = await find(services, project, ground, pending, abort.signal);
    outcome = await say(services, project, { place, holder, pending, ground, said });
    if (outcome === "moot") {
      tellSilent(services, ground);
      return null;
    }
    if (outcome === "not its to say") {
      await letGo(services, place, pending, outcome);
      return null;
    }
    if (outcome === "too late") return await beginAnew(services, place, pending, ground);
    services.live.conversations.added(place);
  } catch (error) {
    if (abort.signal.aborted) return await beginAnew(services, place, pending, ground);
    if (isFinal(error) || pending.attempts >= MOST_ATTEMPTS) {
      // It is dead by now, or not there any more.
      const why = error instanceof Problem ? error.code : loggableError(error);
      services.log.info({ conversation_id: place.conversationId, npc_id: ground.npcId, why }, "an npc has no words");
      await letGo(services, place, pending, "no words");
    } else {
      // The next attempt may be made elsewhere, where nobody knows who was told of this one.
      tellSilent(services, ground);
      await putOff(database.writes, place, pending, clock.now() + AGAIN_MS);
      throw error;
    }
    return null;
  } finally {
    underWay.delete(keyOf(place));
  }
  await keepMemory(services, place, said, outcome.players);
  return null;
}

/** Lets an npc begin anew that is still to speak; answers the ground of which those it is for were told so, if they were. */
async function beginAnew(
  services: Services,
  place: ConversationPlace,
  pending: PendingReply,
  ground: Ground,
): Promise<Ground | null> {
  const isPutOff = await putOff(services.database.writes, place, pending, services.clock.now());
  if (isPutOff) tell(services, ground, [{ type: "restart", data: ground.about }]);
  else tellSilent(services, ground);
  return isPutOff ? ground : null;
}

/** Whether an npc that has no words for this reason will never have any. */
function isFinal(error: unknown): boolean {
  if (isMachineFault(error)) return false;
  return error instanceof ValidationProblem || (error instanceof Problem && FINAL.includes(error.code));
}

/** Keeps what an npc remembers of words that were said. They stand whether it does or not, so this fails for nobody. */
async function keepMemory(
  { log }: Services,
  { conversationId }: ConversationPlace,
  said: SaidReply,
  players: readonly string[],
): Promise<void> {
  for (const pause of [...KEEP_AGAIN_MS, null]) {
    try {
      await said.keep(players);
      return;
    } catch (error) {
      const passes = isMachineFault(error) || (error instanceof Problem && error.code === "run_step");
      if (passes && pause !== null) {
        await sleep(pause);
        continue;
      }
      log.warn({ conversation_id: conversationId, error: loggableError(error) }, "an npc did not remember");
      return;
    }
  }
}

/** Finds what an npc says. Whoever it is said to is told of it while it comes. */
async function find(
  services: Services,
  project: ProjectRef,
  ground: Ground,
  pending: PendingReply,
  signal: AbortSignal,
): Promise<SaidReply> {
  const caller = callerOf(pending.caller, project);
  const current = await services.currentCaller(caller);
  const context: ProjectCallContext = {
    services,
    project,
    caller: current ?? caller,
    requestId: randomUUID(),
    response: { headers: {} },
    asker: { workspace: project.workspaceId, signal },
    asked: () => "",
    tell: ({ type, data }) => {
      if (type === "begin") tell(services, ground, [{ type: "typing", data: ground.about }]);
      else if (type === "text") tell(services, ground, [{ type, data: { ...ground.about, ...data } }]);
      else if (type === "restart") tell(services, ground, [{ type, data: ground.about }]);
    },
  };
  const ask = (body: TalkBody) => reply(context, ground.npcId, body, ground.hearers);
  const isAuthored = current === null || pending.attempts >= ATTEMPTS_WITH_MODEL;
  const body = { ...ground.body, provider: isAuthored ? ("authored" as const) : ("auto" as const) };
  const { run: _, ...outside } = body;
  const greeting = { ...outside, text: GREETED_WITH, history: [], present: [], provider: "authored" as const };
  try {
    return await ask(body);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  try {
    // Somebody who is present now may not be there in the story of a playthrough.
    return await ask({ ...body, present: [] });
  } catch (error) {
    if (!isAbsence(error) || body.run === undefined) throw error;
  }
  // The npc may not be there itself, or the playthrough: it knows nothing of what is said, and greets.
  const { answer, ...rest } = await ask(greeting);
  return { ...rest, answer: { ...answer, made_by: { ...answer.made_by, reason: NOT_THERE } } };
}

/** Whether somebody or something that an answer is asked of is not there. */
const isAbsence = (error: unknown): boolean =>
  error instanceof ValidationProblem || (error instanceof Problem && error.code === "not_found");

function tell(services: Services, { place, audience }: Ground, messages: readonly LiveMessage[]): void {
  services.live.conversations.tell(place, audience, messages);
}

/** Tells that an npc does not think of words here any more. */
const tellSilent = (services: Services, ground: Ground): void =>
  tell(services, ground, [{ type: "silent", data: ground.about }]);

/** An answer that was found. */
interface FoundAnswer {
  readonly place: ConversationPlace;
  readonly holder: string;
  readonly pending: PendingReply;
  readonly ground: Ground;
  readonly said: SaidReply;
}

/** Words of an npc in a conversation, with reasons of an authored line that a talk of two does not have. */
type SaidReply = Omit<Reply, "answer"> & {
  readonly answer: Pick<Reply["answer"], "text"> & { readonly made_by: MadeBy };
};

/**
 * Outcome of an answer: said, with the players whose words it may be made of; too late because somebody spoke, came or was erased meanwhile,
 * not the npc's to say now, or moot because another process looks for it.
 */
type Outcome = { readonly players: readonly string[] } | "too late" | "not its to say" | "moot";

/**
 * Adds what an npc says to the conversation, unless since it began to think somebody whom it hears spoke, somebody came who would hear it, or
 * a player was erased whose words it was told.
 */
async function say(services: Services, project: ProjectRef, found: FoundAnswer): Promise<Outcome> {
  const { place, holder, pending, ground, said } = found;
  // Conversations may be long: what they came to so far is read before anybody waits for it.
  const repeated = await playersRepeated(services, project, found);
  const { lastNumber } = ground;
  const searched = searchedWords(said.answer.text);
  return services.database.writes.transaction("write", async (db) => {
    const locked = await lockConversation(db, place);
    if (!(await hasWord(db, place, holder))) return "moot";
    const participants = await readParticipants(db, place);
    const npc = participants.at(pending.place);
    if (npc === null || locked.version.status !== "active" || !isOwed(locked, npc)) return "not its to say";
    if (await spokeSince(db, place, pending.place, lastNumber)) return "too late";
    const heard = heardNow(participants, ground, pending.place);
    // The words may have whispers in them, or what it knows of one player: they were found for those who were there.
    if (heard.audience.some((each) => !ground.audience.includes(each))) return "too late";
    const since = said.isRecalling ? await playersHeard(db, place, pending.place, { after: lastNumber }) : [];
    const repeats = [...repeated, ...since];
    const owners = new Set([...participants.players, ...ground.players, ...repeats]);
    const keys = await services.playerKeys.read(db, project, [...owners]);
    if (ground.players.some((id) => !keys.has(id))) return "too late";
    const { text, made_by } = said.answer;
    const { kind, reason, model } = made_by;
    const { players } = await keepMessage({ services, db, project }, locked, participants, {
      speaker: npc,
      keys,
      text,
      searched,
      ...heard,
      clientId: null,
      runId: ground.body.run ?? null,
      answers: pending.number === 0 ? null : pending.number,
      madeBy: { kind, reason, model },
      repeats: repeats.filter((id) => keys.has(id)),
    });
    await dropReply(db, place, pending);
    if (locked.turn === npc.place) await endTurn(db, services, place, locked.lastNumber + 2, participants);
    return { players };
  });
}

/**
 * Finds the players whose words an answer may repeat, as far as its ground reaches. What was learnt in the playthrough those said whom its log
 * names; in one from before it named them, anybody may have whom the npc heard there, or whose playthrough it is.
 */
async function playersRepeated(
  services: Services,
  project: ProjectRef,
  found: FoundAnswer,
): Promise<readonly string[]> {
  const { place, pending, ground, said } = found;
  const { run } = ground.body;
  if (run === undefined || !said.isRecalling) return ground.players;
  const { database, playthroughs } = services;
  const db = database.reads;
  const owner = await playthroughs.ownerOf(db, project.id, run);
  const players = await playersByName({ services, db, project }, owner === null ? [] : [owner]);
  return [
    ...Array.from(players.values(), ({ id }) => id),
    ...(await playthroughs.playersRemembered(db, project.id, run)),
    ...(await playersHeard(db, place, pending.place, { upTo: ground.lastNumber })),
    ...(await playersHeardElsewhere(db, place, { run, npcId: ground.npcId })),
  ];
}

/** Returns those whom an answer is said to and who hear it, of those who are still there. */
function heardNow(participants: Participants, { answered, whisper, listeners }: Ground, own: number) {
  const { joined } = participants;
  const audience = joined.filter((each) => !whisper || each === own || answered.includes(each));
  return { listeners: listeners.filter((each) => audience.includes(each)), audience, whisper };
}

/** Takes the turn from an npc that has spoken. */
async function endTurn(
  db: Db,
  { clock }: Pick<Services, "clock">,
  place: ConversationPlace,
  number: number,
  { joined }: Participants,
): Promise<void> {
  await setTurn(db, place, null);
  await addEntry(db, place, number, { kind: "turn", data: { place: null }, audience: joined, at: clock.now() });
}

/** Reason for which an npc does not speak: that its project takes no changes, that it has no words, or that it may not say them now. */
type Silence = "no project" | "no words" | "not its to say";

/**
 * Lets go of an answer that is not said: the turn of the npc passes on, and whoever was told that it thinks is told that it does not. Where
 * the npc may say it after all, now or once the conversation is resumed, both stay as they are.
 */
async function letGo(
  services: Services,
  place: ConversationPlace,
  pending: PendingReply,
  silence: Silence,
): Promise<void> {
  const told = await services.database.writes.transaction("write", async (db) => {
    const locked = await lockConversation(db, place);
    const participants = await readParticipants(db, place);
    const npc = participants.at(pending.place);
    const isLost = silence !== "not its to say" || npc === null || !isOwed(locked, npc);
    if (isLost) await dropReply(db, place, pending);
    const passesOn = isLost && silence !== "no project" && locked.turn === pending.place;
    if (passesOn) await endTurn(db, services, place, locked.lastNumber + 1, participants);
    return { passesOn, speaker: npc?.id ?? "", audience: await audienceOf(db, place, pending.number, participants) };
  });
  if (told.passesOn) services.live.conversations.added(place);
  const about = { speaker: told.speaker, answers: pending.number === 0 ? null : pending.number };
  services.live.conversations.tell(place, told.audience, [{ type: "silent", data: about }]);
}

/** Finds the places of those who may know that a message is answered: those who heard it, and for no message all. */
async function audienceOf(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  number: number,
  { joined }: Participants,
): Promise<readonly number[]> {
  if (number === 0) return joined;
  const [message] = await db.execute<Columns<"conversation_entries", "audience">>(
    sql`SELECT audience FROM conversation_entries WHERE project_id = ${projectId} AND conversation_id = ${conversationId}
        AND number = ${number}`,
  );
  return message?.audience ?? [];
}
