import { authoredAnswer } from "#domain/cast/authored-answer.ts";
import { aboveMaximum, invalidValue, Problem } from "../../../kernel/problem.ts";
import type { ProjectCallContext, Services } from "../../../operation/context.ts";
import type { RunPlace } from "../../../operation/run-memory.ts";
import { findVersion } from "../../../record/versions.ts";
import { chooseKey } from "../../byok/public.ts";
import { assembleContext, keepReceipt } from "../../context/public.ts";
import { entityResource } from "../../entities/public.ts";
import { writePrompt } from "../../generation/public.ts";
import { type CharacterOfNpc, type NpcVersion, npc, stateOfNpc } from "../npc.ts";
import { askModel, type ModelReply } from "./ask-model.ts";
import { authoredMaterial } from "./material.ts";
import { talkPrompt } from "./prompt.ts";
import type { NpcAnswer, TalkBody } from "./schemas.ts";

/** Tokens of what an npc knows that is sent with what is said to it. */
const KNOWLEDGE_TOKENS = 1_500;

/** An npc at the place where it is talked to. */
interface Present {
  readonly npc: NpcVersion;
  readonly character: CharacterOfNpc;
  readonly run: RunPlace | null;
  readonly seq: number;
}

/**
 * Says something to an npc, and answers what it says. What it may not know reaches neither a prompt nor an authored line: the context is
 * assembled through its own eyes. A model that fails, however it does, is answered for by an authored line.
 *
 * @throws {@link Problem} `not_found`, `npc_unavailable`.
 * @throws ValidationProblem naming `run` or `at_seq`.
 */
export async function talk(context: ProjectCallContext, npcId: string, body: TalkBody): Promise<NpcAnswer> {
  const { services, project, tell, asker } = context;
  const present = await find(context, npcId, body);
  const { npc: version, run, seq } = present;
  const key = body.provider === "authored" ? null : await keyOf(services, project.id, body.provider);
  tell?.({ type: "begin", data: { npc_id: npcId, seq } });
  const question = {
    query: body.text,
    as: version.entity_id,
    subject_ids: [version.entity_id],
    token_budget: KNOWLEDGE_TOKENS,
    run,
  };
  const known = await assembleContext(services, project.id, seq, question);
  const { sections, withheld, receipt_id } = known;
  let isTold = false;
  const said: ModelReply =
    key === null
      ? { spoken: null, reason: body.provider === "authored" ? "provider_off" : "no_provider", usage: null }
      : await askModel(services, {
          projectId: project.id,
          key,
          ...writePrompt(talkPrompt(present, body, sections)),
          attemptId: context.requestId,
          gone: asker.signal ?? new AbortController().signal,
          deadlineMs: body.deadline_ms,
          ...(tell !== undefined && {
            onWords: (text: string) => {
              isTold = true;
              tell({ type: "text", data: { text } });
            },
          }),
        });
  const { spoken, reason, usage } = said;
  const facts = sections.flatMap(({ name, items }) => (name === "facts" ? items : []));
  const base = {
    npc_id: npcId,
    entity_id: version.entity_id,
    seq,
    run: run === null ? null : { id: run.id, step: run.step },
    withheld,
    receipt_id,
  };
  await keepReceipt(services.database.writes, project.id, { question, context: known, now: services.clock.now() });
  if (spoken !== null) {
    const used = new Set(spoken.used);
    return {
      ...base,
      text: spoken.say,
      emotion: spoken.emotion,
      used_facts: facts.flatMap(({ id }, at) => (used.has(at + 1) ? [id] : [])),
      used_lines: [],
      memories: version.memory === "off" ? [] : spoken.remember.map((text) => ({ text })),
      made_by: { kind: "model", reason, model: said.model, usage },
    };
  }
  const seed = `${npcId} ${seq} ${run?.step ?? ""} ${body.history.length}`;
  const line = authoredAnswer(body.text, authoredMaterial(present, sections), seed);
  if (isTold) tell?.({ type: "restart", data: { reason } });
  tell?.({ type: "text", data: { text: line.text } });
  return {
    ...base,
    text: line.text,
    emotion: null,
    used_facts: [...line.used_facts],
    used_lines: [...line.used_lines],
    memories: [],
    made_by: { kind: "authored", reason, model: null, usage },
  };
}

/** Finds an npc where it is talked to: at a sequence, in a playthrough or in neither. */
async function find({ services, project }: ProjectCallContext, npcId: string, body: TalkBody): Promise<Present> {
  const { database, playthroughs } = services;
  const { reads } = database;
  const memory = body.run === undefined ? null : await playthroughs.open(reads, project.id, body.run);
  if (body.run !== undefined && memory === null) {
    throw invalidValue(["body", "run"], "no such playthrough in this project", body.run);
  }
  const seq = body.at_seq ?? memory?.seq ?? project.lastSeq;
  if (seq > project.lastSeq) throw aboveMaximum(["body", "at_seq"], seq, project.lastSeq);
  const version = await findVersion(reads, npc.resource, project.id, npcId, seq);
  if (version === null) throw new Problem("not_found");
  const character = await findVersion(reads, entityResource, project.id, version.entity_id, seq);
  const state = stateOfNpc(version, character);
  if (character === null || state !== "active") {
    const told = state === "deceased" ? "deceased" : "retired";
    throw new Problem("npc_unavailable", { detail: { npc_id: npcId, state: told } });
  }
  const run = memory === null ? null : { id: memory.id, step: memory.step, seq: memory.seq };
  return { npc: version, character, run, seq };
}

/** The key that an answer is made with: the project's, or the one that is asked for; null where the project has none. */
async function keyOf({ database, clock }: Services, projectId: string, asked: string) {
  return chooseKey(database.reads, projectId, asked === "auto" ? null : asked, clock.now());
}
