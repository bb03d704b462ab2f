import { sql } from "drizzle-orm";
import { z } from "zod";
import { memorable } from "#domain/cast/memorable.ts";
import { recapLines } from "#domain/cast/recap.ts";
import { isJsonObject, type JsonObject } from "#domain/json.ts";
import { ModelFailure, REFUSAL_CODES } from "../../adapters/llm/port.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { callWithKey, chooseKey } from "../byok/public.ts";
import { learnInRun } from "../facts/public.ts";
import { data, readAnswer, writePrompt } from "../generation/public.ts";
import { memoryOfNpc, npc, projectOfNpc } from "../npcs/public.ts";
import { conversation } from "./conversation.ts";
import { heardBy, type MessageRow, toEntry, wordsOf } from "./entries.ts";
import type { ConversationPlace } from "./head.ts";
import { nameOf, type ParticipantRow, readParticipants } from "./participants.ts";
import { showingOf } from "./read-entries.ts";
import type { Recap, RecapBody } from "./recap-schemas.ts";
import { viewerOf } from "./viewer.ts";

/** Messages that a recap looks at, the last ones. */
const MOST_MESSAGES = 500;
/** Lines of a recap by extraction. */
const MOST_LINES = 12;
/** Characters of what is sent to a model, the last ones. */
const MOST_CHARACTERS = 24_000;
/** Milliseconds until lines are extracted in place of the model's words. */
const DEADLINE_MS = 30_000;

const MadeRecap = z.object({ recap: z.string().trim().min(1).max(4_000).meta({ description: "The recap." }) });

const TASK =
  "You recap a conversation of people and characters of a story, for those who took part in it: what was told, agreed and decided, in the order in which it came about, in three to eight sentences and in the language of the conversation. You add nothing.";

/** A message as a recap reads it. */
interface Line {
  readonly number: number;
  readonly speaker: ParticipantRow;
  readonly name: string;
  readonly text: string;
  readonly whisper: boolean;
  /** Players whose data the words are. */
  readonly players: readonly string[];
}

/**
 * Recaps what a participant heard of a conversation, or all of it. Nothing of it is kept, but what an npc is to remember of it.
 *
 * @throws {@link Problem} `not_found`, `provider_key_unverified`.
 * @throws ValidationProblem naming `participant_id`, `remember` or `provider`.
 */
export async function recapOf(context: ProjectCallContext, conversationId: string, body: RecapBody): Promise<Recap> {
  const { services, project, caller } = context;
  const { reads } = services.database;
  const place = { projectId: project.id, conversationId };
  const version = await findVersion(reads, conversation.resource, project.id, conversationId, null);
  if (version === null) throw new Problem("not_found");
  const participants = await readParticipants(reads, place);
  const viewer = viewerOf({ caller, participants, asked: ["body", body.participant_id] });
  const run = body.remember ? requireRun(version.run_id) : null;
  if (body.remember && viewer?.npc_id == null) {
    throw invalidValue(["body", "participant_id"], "is to be an npc, which remembers", body.participant_id ?? null);
  }
  const rows = await readMessages(reads, place, viewer, body);
  const showing = await showingOf({ services, db: reads, project }, place, rows, true, participants);
  const keys = await services.playerKeys.read(reads, project, participants.players);
  const lines = rows.flatMap((row): Line[] => {
    const text = wordsOf(showing.keys, row);
    const speaker = participants.at(row.speaker ?? 0);
    if (typeof text !== "string" || speaker === null) return [];
    const name = nameOf(keys, speaker);
    const { number, whisper, players } = row;
    return [{ number, speaker, name: typeof name === "string" ? name : "Somebody", text, whisper, players }];
  });
  const chosen = recapLines(lines, MOST_LINES);
  const made = await wordsOfModel(context, body.provider, lines);
  const text = made.text ?? chosen.map((line) => `${line.name}: ${line.text}`).join("\n");
  // What it remembers it tells to anybody.
  const aloud = lines.filter(({ whisper }) => !whisper);
  const memories =
    run === null || viewer === null ? [] : await rememberIn(context, run, viewer, recapLines(aloud, MOST_LINES));
  return {
    conversation_id: conversationId,
    text,
    messages: lines.length,
    from_number: lines[0]?.number ?? null,
    to_number: lines.at(-1)?.number ?? null,
    lines: chosen.map((line) => ({ number: line.number, speaker: line.speaker.id, text: line.text })),
    memories,
    made_by: made.by,
  };
}

function requireRun(run: string | null): string {
  if (run === null)
    throw invalidValue(["body", "remember"], "takes a conversation that is held in a playthrough", true);
  return run;
}

/** Reads the last messages that were heard, in order. */
async function readMessages(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  viewer: ParticipantRow | null,
  { after_number: after }: Pick<RecapBody, "after_number">,
): Promise<MessageRow[]> {
  const rows = await db.execute(
    sql`SELECT e.* FROM conversation_entries e WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId}
        AND e.kind = 'message' AND e.redacted_at IS NULL AND e.number > ${after} AND ${heardBy(viewer?.place ?? null)}
        ORDER BY e.number DESC LIMIT ${MOST_MESSAGES}`,
  );
  return rows.map((row) => toEntry(row) as MessageRow).reverse();
}

/** Words of a model, or the reason for which there are none. */
interface Made {
  readonly text: string | null;
  readonly by: Recap["made_by"];
}

const extracted = (reason: Recap["made_by"]["reason"]): Made => ({
  text: null,
  by: { kind: "extraction", reason, model: null },
});

/** Asks a model for a recap. Whatever fails is a reason, and the lines that were extracted stand for it. */
async function wordsOfModel(
  { services, project, requestId, asker }: ProjectCallContext,
  provider: RecapBody["provider"],
  lines: readonly Line[],
): Promise<Made> {
  if (provider === "extraction") return extracted("provider_off");
  const key = await chooseKey(
    services.database.reads,
    project.id,
    provider === "auto" ? null : provider,
    services.clock.now(),
  );
  if (key === null) return extracted("no_provider");
  if (lines.length === 0) return extracted("nothing_said");
  const spoken = lines.map(({ name, text }) => `${name}: ${text}`).join("\n");
  const asked = writePrompt({
    task: TASK,
    parts: [data("conversation", "what was said", spoken.slice(-MOST_CHARACTERS))],
  });
  const late = AbortSignal.timeout(DEADLINE_MS);
  const schema = z.toJSONSchema(MadeRecap) as JsonObject;
  const signal = asker.signal === undefined ? late : AbortSignal.any([asker.signal, late]);
  const request = { model: key.model, ...asked, schema, maxOutputTokens: 1_000, seed: null, signal };
  try {
    const purpose = { attemptId: requestId, area: "conversations" };
    const { text, finish, model } = await callWithKey(services, project.id, key.byok_id, request, purpose);
    if (finish === "refused") return extracted("refused");
    const { value } = readAnswer(text, schema);
    const said = MadeRecap.safeParse(isJsonObject(value) ? value : {});
    if (!said.success || !said.data.recap.isWellFormed()) return extracted("unusable");
    return { text: said.data.recap, by: { kind: "model", reason: null, model } };
  } catch (error) {
    asker.signal?.throwIfAborted();
    if (!(error instanceof ModelFailure)) throw error;
    if (late.aborted) return extracted("deadline");
    return extracted(REFUSAL_CODES.includes(error.code) ? "refused" : error.kind === "quota" ? "budget" : "failed");
  }
}

/** Lets an npc remember what was stated, as its policy has it: facts of the playthrough, or proposals. */
async function rememberIn(
  context: ProjectCallContext,
  run: string,
  viewer: ParticipantRow,
  lines: readonly Line[],
): Promise<Recap["memories"]> {
  const { services, project } = context;
  const { reads } = services.database;
  const version = await findVersion(reads, npc.resource, project.id, viewer.npc_id ?? "", null);
  if (version === null) throw new Problem("not_found");
  const policy = memoryOfNpc(version, await projectOfNpc(reads, project.id, null));
  if (policy === "off") return [];
  const told = lines.flatMap(({ speaker, name, text }) => {
    const sentence = speaker.place === viewer.place ? null : memorable(text, name);
    return sentence === null ? [] : [sentence];
  });
  if (policy !== "keep" || told.length === 0) return told.map((text) => ({ text, fact_id: null }));
  const made = told.map((text) => ({
    text,
    subject_id: null,
    known_by: [version.entity_id],
    source: { kind: "client" as const, label: "talk", witness_id: version.entity_id },
  }));
  const players = [...new Set(lines.flatMap((line) => line.players))];
  const known = await learnInRun(context, { run, since: null }, { made, told: [], talked: null, players });
  return told.map((text, at) => ({ text, fact_id: known?.ids[at] ?? null }));
}
