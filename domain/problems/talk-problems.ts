import { type DialogueNode, TALK_KIND } from "../dialogue/wire.ts";
import { type Problem, problem } from "./problem.ts";

/** Fields of a node that the check of talks reads. */
export type TalkingNode = Pick<DialogueNode, "id" | "kind" | "speaker_id">;

/** A character that answers who talks to it. */
export interface KnownVoice {
  readonly entity_id: string;
}

/**
 * Check of the talks of one dialogue, whose nodes come one after another: those at which nobody answers. Such a talk is played along its
 * written answers alone.
 */
export class TalkCheck {
  readonly #talks: Omit<TalkingNode, "kind">[] = [];

  add({ id, kind, speaker_id }: TalkingNode): void {
    if (kind === TALK_KIND) this.#talks.push({ id, speaker_id });
  }

  /** Whether there is any talk. */
  get isEmpty(): boolean {
    return this.#talks.length === 0;
  }

  /** Entities that are talked to. */
  speakers(): Set<string> {
    return new Set(this.#talks.flatMap(({ speaker_id }) => speaker_id ?? []));
  }

  problems(voices: readonly KnownVoice[]): Problem[] {
    const answering = new Set(voices.map(({ entity_id }) => entity_id));
    const silent = this.#talks.filter(({ speaker_id }) => speaker_id === null || !answering.has(speaker_id));
    return silent.map(({ id, speaker_id }) => problem("nobody_answers", speaker_id ?? id, { node_id: id }));
  }
}

/** The problems of the talks of a dialogue that is whole in memory. */
export function talkProblems(nodes: readonly TalkingNode[], voices: readonly KnownVoice[]): Problem[] {
  const check = new TalkCheck();
  for (const node of nodes) check.add(node);
  return check.problems(voices);
}
