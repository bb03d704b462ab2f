import { type DialogueNode, TALK_KIND } from "../dialogue/wire.ts";
import { type Problem, problem } from "./problem.ts";

/** Fields of a node that the check of talks reads. */
export type TalkingNode = Pick<DialogueNode, "id" | "kind" | "speaker_id"> & {
  readonly branches: readonly Pick<DialogueNode["branches"][number], "id" | "opened_by">[];
};

/** A character that answers who talks to it. */
export interface KnownVoice {
  readonly entity_id: string;
  /** Keys of the actions that it declares. */
  readonly actions: readonly string[];
}

/** An action that a branch of a talk waits for. */
interface AwaitedAction {
  readonly branchId: string;
  readonly action: string;
}

/**
 * Check of the talks of one dialogue, whose nodes come one after another: those at which nobody answers, and actions that whoever answers does
 * not declare. Such a talk is played along its written answers.
 */
export class TalkCheck {
  readonly #talks: { readonly id: string; readonly speaker: string | null; readonly awaited: AwaitedAction[] }[] = [];

  add({ id, kind, speaker_id, branches }: TalkingNode): void {
    if (kind !== TALK_KIND) return;
    const awaited = branches.flatMap(({ id: branchId, opened_by }) =>
      (opened_by?.actions ?? []).map((action) => ({ branchId, action })),
    );
    this.#talks.push({ id, speaker: speaker_id, awaited });
  }

  /** Whether there is no talk. */
  get isEmpty(): boolean {
    return this.#talks.length === 0;
  }

  /** Entities that are talked to. */
  speakers(): Set<string> {
    return new Set(this.#talks.flatMap(({ speaker }) => speaker ?? []));
  }

  problems(voices: readonly KnownVoice[]): Problem[] {
    const declaredBy = new Map(voices.map(({ entity_id, actions }) => [entity_id, new Set(actions)]));
    return this.#talks.flatMap(({ id: node_id, speaker, awaited }) => {
      const declared = declaredBy.get(speaker ?? "");
      if (declared === undefined) return [problem("nobody_answers", speaker ?? node_id, { node_id })];
      return awaited
        .filter(({ action }) => !declared.has(action))
        .map(({ branchId: branch_id, action: name }) =>
          problem("unknown_action", branch_id, { node_id, branch_id }, { name, path: `/opened_by/actions/${name}` }),
        );
    });
  }
}

/** The problems of the talks of a dialogue that is whole in memory. */
export function talkProblems(nodes: readonly TalkingNode[], voices: readonly KnownVoice[]): Problem[] {
  const check = new TalkCheck();
  for (const node of nodes) check.add(node);
  return check.problems(voices);
}
