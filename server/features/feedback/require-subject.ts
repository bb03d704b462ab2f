import type { JsonObject } from "#domain/json.ts";
import { aboveMaximum, invalidValue } from "../../kernel/problem.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { sightOf } from "../../operation/player-rule.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { findVersion } from "../../record/versions.ts";

/** Types of subjects that a player can say something about: what is played and met. */
const FOR_PLAYERS: ReadonlySet<string> = new Set(["run", "dialogue", "dialogue_node", "entity", "quest"]);

/** A subject of feedback, in the version that the feedback is about. */
interface Subject {
  readonly id: string;
  readonly type: string;
  readonly state: JsonObject;
  /** Sequence at which that version began; null for the subject as a whole. */
  readonly versionSeq: number | null;
}

/**
 * Finds what feedback is about.
 *
 * @throws {@link ValidationProblem} where there is nothing of that id, for a player also where the token does not show it.
 */
export async function requireSubject(
  context: ProjectWriteContext,
  { subject_id: id, version_seq: seq }: { readonly subject_id: string; readonly version_seq: number | null },
): Promise<Subject> {
  const { record, services, db, project } = context;
  const missing = () => invalidValue(["body", "subject_id"], "there is nothing of this id in this project", id);
  const resource = services.resources.ofId(id);
  const now = resource === null || resource.type === "feedback_signal" ? null : await record.get(resource, id);
  if (resource === null || now === null || !(await isShown(context, resource, now))) throw missing();
  const subject = { id, type: resource.type, state: now as unknown as JsonObject };
  if (seq === null) return { ...subject, versionSeq: null };
  if (seq > project.lastSeq) throw aboveMaximum(["body", "version_seq"], seq, project.lastSeq);
  const then = await findVersion(db, resource, project.id, id, seq);
  if (then === null) throw invalidValue(["body", "version_seq"], "it was not there at this sequence", seq);
  // What made that version may be another than what made the present one.
  return { ...subject, state: then as unknown as JsonObject, versionSeq: then.valid_from_seq };
}

/** Whether the caller may know of a subject: a player of what the token opens and no secret withholds. */
async function isShown(
  { caller, services, db }: ProjectWriteContext,
  resource: Resource<JsonObject>,
  version: Version<JsonObject>,
): Promise<boolean> {
  const { player } = caller;
  if (player === null) return true;
  if (!FOR_PLAYERS.has(resource.type)) return false;
  if (resource.type === "run") return version.player_id === player.id;
  const dialogue = resource.type === "dialogue" ? version.id : version.graph_id;
  if (typeof dialogue === "string" && player.dialogues?.includes(dialogue) === false) return false;
  const sight = await sightOf(services.openPerspective, db, { player, readsAs: caller.readsAs });
  return sight.seen(resource, version) !== null;
}
