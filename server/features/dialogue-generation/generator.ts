import { draftIssues } from "#domain/sketch/dialogue-draft.ts";
import { sketchDialogue } from "#domain/sketch/dialogue-sketch.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { graphResource, nodeResource } from "../dialogues/public.ts";
import { entitiesPart, generator, recordPart, request } from "../generation/public.ts";
import { DialogueAnswer } from "./answer.ts";
import { DialogueBrief } from "./brief.ts";
import { landDialogue, landSuggestion } from "./land.ts";

/** Kinds of context that a sketch states; descriptions of who speaks are not said again. */
const STATED = new Set(["fact", "relationship"]);

/** A branching dialogue from a brief, cast and place: valid and playable to an ending before anybody sees it. */
export const dialogueGenerator = generator({
  kind: "dialogue",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/generate",
  brief: DialogueBrief,
  query: "prompt",
  subjects: ["cast", "place"],
  prompt: ({ prompt, cast, place, size, into }, context) => ({
    task: "You write branching dialogue for a game. Contradict nothing that is recorded of its world. Every card leads on to others or is an ending, every card can be reached from the first, and from every card an ending can be reached.",
    parts: [
      recordPart(context),
      entitiesPart([...cast, ...(place === null ? [] : [place])].flatMap((id) => context.entities.get(id) ?? [])),
      cast.length === 0 ? "The narrator speaks." : `Who speaks, by speaker_id: ${cast.join(", ")}.`,
      place === null ? "" : `It takes place at ${place}.`,
      into === null
        ? "It stands on its own."
        : "It goes on from a dialogue that is there; `entry` is the choice that leads into it.",
      `Write about ${size} cards with several branches that meet again. What happens:`,
      request(prompt),
    ],
  }),
  answer: DialogueAnswer,
  rules: (draft, { cast }) => draftIssues(draft, cast),
  accept: requireTarget,
  sketch: ({ prompt, cast, place, size }, { entities, sections }, seed) => {
    const draft = sketchDialogue({
      brief: prompt,
      cast: cast.map((id, at) => ({ id, name: entities.get(id)?.name ?? `Speaker ${at + 1}` })),
      place: place === null ? null : { id: place, name: entities.get(place)?.name ?? "the place" },
      facts: sections
        .flatMap(({ items }) => items)
        .filter(({ kind }) => STATED.has(kind))
        .map(({ id, text }) => ({ id, text })),
      size,
      seed,
    });
    const [issue] = draftIssues(draft, cast);
    if (issue !== undefined) throw new Error(`the sketch cannot be played: ${issue.pointer} ${issue.message}`);
    return draft;
  },
  land: (unit, draft, session, { into }) =>
    into === null ? landDialogue(unit, draft, session) : landSuggestion(unit, draft, session, into),
});

/** Refuses to go on in a dialogue, or from a node of it, that is not there. */
async function requireTarget(db: Db, projectId: string, { into }: DialogueBrief): Promise<void> {
  if (into === null) return;
  const { graph_id, node_id } = into;
  if ((await findVersion(db, graphResource, projectId, graph_id, null)) === null) {
    throw invalidValue(["body", "into", "graph_id"], "no such dialogue in this project", graph_id);
  }
  if (node_id === null) return;
  const node = await findVersion(db, nodeResource, projectId, node_id, null);
  if (node?.graph_id !== graph_id) {
    throw invalidValue(["body", "into", "node_id"], "no such node in this dialogue", node_id);
  }
}
