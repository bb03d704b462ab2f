import { sql } from "drizzle-orm";
import type { z } from "zod";
import { changedShare } from "#domain/feedback/changed-share.ts";
import type { JsonObject } from "#domain/json.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { shownOpen } from "../../../operation/ordinary/api-resource.ts";
import { refuseFields } from "../../../operation/player-rule.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import type { Db } from "../../../record/database.ts";
import { newState, stateOf } from "../../../record/resource.ts";
import { holds } from "../../../record/versions.ts";
import { madeBy } from "../made-by.ts";
import { requireSubject } from "../require-subject.ts";
import { isSame, type SignalState, signal } from "../signal.ts";

type Body = z.output<typeof signal.body>;

/** Signals of one player about one subject. */
const MOST_OF_PLAYER = 50;

/** Types that values have in JavaScript, by the kinds of signals that have one. */
const TYPES = { boolean: "boolean", number: "number", category: "string" } as const;

export const createFeedback = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/feedback",
  scope: "write",
  forCommenters: true,
  summary: "Give feedback",
  description:
    "Says something of a subject of the project, of a version of it, or of a generation session, under a name of yours. Everyone gives one signal of a name about the same: another one takes its place, and history keeps the first. With the token of a player, about the player’s own playthroughs, and the dialogues, cards, characters, places and quests that the token shows; what is said with it is sealed under the key of the player.",
  params: projectScope,
  body: signal.body,
  output: signal.wire,
  status: 201,
  otherStatus: { status: 200, when: "It took the place of what its author said before." },
  errors: ["not_found", "id_taken", "player_erased"],
  forPlayers: {
    narrow: ({ sent }) => refuseFields(sent, ["version_seq", "correction"]),
  },
  example: { subject_id: "ent_01k9hq3xp4t9v0s2hy6gd8bnjw", name: "helpful", data_type: "boolean", value: true },
  prepare: async ({ body }) => signalValue(body),
  handle: async (context, { body }, value) => {
    const { record, db, project, services, caller, response } = context;
    const { id: chosen, comment, ...said } = body;
    const subject = await requireSubject(context, body);
    const key = { author: caller.actor, name: body.name, subject_id: subject.id, version_seq: subject.versionSeq };
    const given = {
      ...said,
      ...key,
      value,
      subject_type: subject.type,
      comment: caller.player === null ? comment : "",
      player_comment: caller.player === null || comment === "" ? null : comment,
      player_id: caller.player?.id ?? null,
      ...(await madeBy(record, services.resources, subject)),
    };
    const { author, name, subject_id } = key;
    const there = await record.find(signal.resource, { subject_id, author, name });
    const before = there.find((each) => isSame(each, key)) ?? null;
    if (before === null && caller.player !== null) await requireFew(db, project.id, key);
    if (chosen !== undefined && before === null) await record.requireUnused(signal.resource, [chosen]);
    const id = before?.id ?? chosen ?? newId(signal.resource.prefix, services.clock.now());
    const { sealing } = signal;
    if (before === null) {
      const state = newState(signal.resource, given) as unknown as JsonObject;
      record.create(signal.resource, id, (await sealing.seal(context, id, state)) as unknown as SignalState);
    } else {
      const state = stateOf(signal.resource, before) as unknown as JsonObject;
      const next = await sealing.change(context, id, state, () => ({ ...state, ...(given as unknown as JsonObject) }));
      record.update(signal.resource, before, next as unknown as SignalState);
      response.status = 200;
    }
    const version = await committed(context, signal.resource, id);
    return (await shownOpen(signal, context, [version]))[0] as z.input<typeof signal.wire>;
  },
});

/**
 * Bounds what one player says of a subject: whoever plays chooses the names.
 *
 * @throws {@link ValidationProblem} at the name beyond the last.
 */
async function requireFew(
  db: Db,
  projectId: string,
  { subject_id, author, name }: Pick<SignalState, "subject_id" | "author" | "name">,
): Promise<void> {
  const [there] = await db.execute<{ signals: number }>(
    sql`SELECT count(*)::int AS signals FROM feedback_versions
        WHERE project_id = ${projectId} AND ${holds(null)} AND subject_id = ${subject_id} AND author = ${author}`,
  );
  if ((there?.signals ?? 0) < MOST_OF_PLAYER) return;
  throw invalidValue(["body", "name"], `a player gives ${MOST_OF_PLAYER} signals about one subject`, name);
}

/**
 * Returns the value of a signal: what was sent, or the share of a text that was changed.
 *
 * @throws {@link ValidationProblem} at the field that does not go with its kind.
 */
function signalValue({ data_type: type, value, comment, correction }: Body): SignalState["value"] {
  if (type === "correction") {
    if (correction === null) throw invalidValue(["body", "correction"], "a correction has what was changed", null);
    if (value !== null) throw invalidValue(["body", "value"], "the value of a correction is computed", value);
    return changedShare(correction.before, correction.after);
  }
  if (correction !== null) throw invalidValue(["body", "correction"], `\`${type}\` has none`, null);
  if (type === "text") {
    if (value !== null) throw invalidValue(["body", "value"], "`text` has no value: send `comment`", value);
    if (comment.trim() === "") throw invalidValue(["body", "comment"], "`text` needs words", comment);
    return null;
  }
  if (typeof value !== TYPES[type]) {
    throw invalidValue(
      ["body", "value"],
      `\`${type}\` needs a ${TYPES[type] === "string" ? "word" : TYPES[type]}`,
      value,
    );
  }
  return value;
}
