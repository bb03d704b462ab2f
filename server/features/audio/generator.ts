import { z } from "zod";
import { spokenWords } from "#domain/dialogue/spoken-words.ts";
import type { voiceLineFields } from "#drizzle/schema/voice-lines.ts";
import { countTokens } from "../../adapters/llm/token-count.ts";
import { speakPlaceholder } from "../../adapters/speech/placeholder.ts";
import { MAX_SPOKEN, SPEEDS, type SpeechRequest, speechTokens } from "../../adapters/speech/port.ts";
import type { StateOf } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { fileHash, finiteNumber, idOf, text } from "../../kernel/validation/fields.ts";
import type { Db } from "../../record/database.ts";
import { newState } from "../../record/resource.ts";
import { findVersion, findVersions } from "../../record/versions.ts";
import { nodeResource } from "../dialogues/public.ts";
import { type AskedFile, generator } from "../generation/public.ts";
import { voiceLine } from "./voice-line.ts";

const VoiceBrief = z.object({
  node_id: idOf("node").meta({ description: "The node whose words are spoken." }),
  voice: text({ min: 1, max: 100, singleLine: true })
    .default("alloy")
    .meta({ description: "Name of the voice, as the provider has it." }),
  speed: finiteNumber({ ...SPEEDS, default: 1 }).meta({ description: "Speed, of which 1 is the usual." }),
});

/** Generator of a file that speaks the words of a node. */
export const voiceGenerator = generator({
  kind: "audio",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-nodes/{node_id}/audio/generate",
  brief: VoiceBrief,
  answer: z.object({ file: fileHash().meta({ description: "SHA-256 of the file of sound." }) }),
  accept: async (db, projectId, { node_id }, seq) => {
    const words = await wordsAt(db, projectId, node_id, seq);
    if (words === null) throw new Problem("not_found");
    if (words === "") throw invalidValue(["path", "node_id"], "the node has no words to speak", node_id);
    if (words.length <= MAX_SPOKEN) return;
    throw invalidValue(["path", "node_id"], `more than ${MAX_SPOKEN} characters are not spoken at once`, node_id);
  },
  // A file that speaks what was said contradicts nothing: it tells its words.
  continuity: async () => [],
  file: {
    trade: "speech",
    ask: async ({ db, projectId, brief, model, context, comment }) => {
      const { node_id, voice, speed } = brief;
      const words = (await wordsAt(db, projectId, node_id, context.seq)) ?? "";
      // What was turned down with a comment is spoken again.
      const there = comment === null ? await findVersions(db, voiceLine.resource, projectId, { node_id }) : [];
      const same = there.find((line) => isSame(line, { text: words, voice, speed, model }));
      return { ...spoken({ text: words, voice, speed }), kept: same?.file ?? null };
    },
    draft: ({ sha256 }) => ({ file: sha256 }),
  },
  land: async (unit, { file }, { id: session_id, contextSeq, provider, now }, { node_id, voice, speed }) => {
    if ((await unit.get(nodeResource, node_id)) === null) {
      throw invalidValue(["path", "node_id"], "the node of the voice line has been deleted", node_id);
    }
    const words = (await wordsAt(unit.db, unit.projectId, node_id, contextSeq)) ?? "";
    const made = { node_id, file, text: words, voice, speed, model: modelOf(provider.model) };
    const lines = await unit.find(voiceLine.resource, { node_id });
    const there = lines.find((line) => line.file === file && isSame(line, made));
    if (there !== undefined) return { voice_line_ids: [there.id] };
    const id = newId(voiceLine.resource.prefix, now);
    const source = { kind: "session" as const, session_id };
    const state = { ...made, is_speech: provider.provider !== "builtin", source };
    unit.create(voiceLine.resource, id, newState(voiceLine.resource, state));
    return { voice_line_ids: [id] };
  },
});

type Spoken = Pick<StateOf<typeof voiceLineFields>, "text" | "voice" | "speed" | "model">;

function isSame(line: Spoken, other: Spoken): boolean {
  return (
    line.text === other.text && line.voice === other.voice && line.speed === other.speed && line.model === other.model
  );
}

/** The words of a node as they are spoken, at a sequence; null where there is no such node. */
async function wordsAt(db: Db, projectId: string, nodeId: string, seq: number): Promise<string | null> {
  const node = await findVersion(db, nodeResource, projectId, nodeId, seq);
  return node === null ? null : spokenWords(node);
}

function modelOf(model: unknown): string | null {
  return typeof model === "string" ? model : null;
}

function spoken(asked: Pick<SpeechRequest, "text" | "voice" | "speed">): AskedFile {
  return {
    prompt: asked.text,
    use: async ({ speech }, { model, signal }) => ({
      model,
      tokens: (await countTokens(asked.text)) + speechTokens(asked),
      ask: async (access) => ({ ...(await speech.open(access).speak({ ...asked, model, signal })), words: "" }),
    }),
    builtIn: () => ({ bytes: speakPlaceholder(asked), mediaType: "audio/wav" }),
  };
}
