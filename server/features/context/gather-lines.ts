import { sql } from "drizzle-orm";
import { type MarkedWords, namesSaidAt, wordsOfChoice, wordsWith } from "#domain/runtime/words.ts";
import type { RunMemory } from "../../operation/run-memory.ts";
import { textArray } from "../../record/database.ts";
import { findVersions, toVersion } from "../../record/versions.ts";
import { textsFrom } from "../../record/words/read-words.ts";
import {
  graphResource,
  type NodeState,
  type NodeVersion,
  nodeResource,
  type VariableVersion,
  variableResource,
} from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { type Candidate, rounded } from "./candidate.ts";
import { describeLine } from "./describe.ts";
import { type FoundLine, findLines, type LineQuery } from "./find-lines.ts";
import { type Moment, seenVersions } from "./moment.ts";

/** Lines that answer a question, with those that surround them; those that said so once, and those of other dialogues, are barred. */
export async function gatherLines(at: Moment, question: LineQuery): Promise<Candidate[]> {
  const { db, projectId } = at;
  const found = await findLines(at, question);
  const all = [...found.lines, ...found.outside, ...found.ended];
  const texts = await textsFrom(
    db,
    projectId,
    all.map(({ from }) => from),
  );
  const idOf = new Map(texts.map(({ valid_from_seq, id }) => [valid_from_seq, id]));
  const withId = <T extends { from: number }>(list: readonly T[]) =>
    list.flatMap((each) => {
      const id = idOf.get(each.from);
      return id === undefined ? [] : [{ ...each, id }];
    });
  const [lines, outside] = [withId(found.lines), withId(found.outside)];
  const seen = await seenVersions(at, nodeResource, [...lines, ...outside]);
  const past = await pastLines(at, withId(found.ended));
  const versions = [...seen.values(), ...past.map(({ version }) => version)];
  const speakers = await seenVersions(
    at,
    entityResource,
    versions.flatMap(({ speaker_id }) => (speaker_id === null ? [] : [{ id: speaker_id }])),
  );
  const graphs = await seenVersions(
    at,
    graphResource,
    versions.map(({ graph_id }) => ({ id: graph_id })),
  );
  const variables = await variablesNamed(at, versions);
  const candidate = (
    version: NodeVersion,
    ordinal: number,
    rest: Pick<Candidate, "reason" | "score" | "worth" | "barred">,
  ): Candidate[] => {
    const graph = graphs.get(version.graph_id);
    const spoken = speakers.get(version.speaker_id ?? "")?.name ?? version.speaker_label;
    const text = describeLine(withValues(version, variables, at.perspective.run?.values ?? {}), spoken);
    if (graph === undefined || text === "") return [];
    return [
      {
        section: "dialogue",
        kind: "line",
        id: version.id,
        subject_id: version.graph_id,
        seq: version.valid_from_seq,
        since: null,
        text,
        ...rest,
        tags: version.tags,
        line: { dialogue: graph.name, ordinal },
      },
    ];
  };
  const current = (list: readonly (FoundLine & { id: string })[], barred: "scope" | null) =>
    list.flatMap(({ id, ordinal, reason, score }) => {
      const version = seen.get(id);
      return version === undefined
        ? []
        : candidate(version, ordinal, { reason, score: rounded(score), worth: score, barred });
    });
  return [
    ...current(lines, null),
    ...current(outside, "scope"),
    ...past.flatMap(({ version, ordinal }) =>
      candidate(version, ordinal, { reason: "words", score: 0, worth: 0, barred: "superseded" }),
    ),
  ];
}

/** The variables that stand in braces in some lines and in their answers, by id. */
async function variablesNamed(
  { db, projectId, seq, perspective }: Moment,
  versions: readonly NodeVersion[],
): Promise<ReadonlyMap<string, VariableVersion>> {
  const names = versions.flatMap(({ branches, ...own }) => namesSaidAt({ ...own, branches: Object.values(branches) }));
  if (names.length === 0) return new Map();
  const found = await findVersions(db, variableResource, projectId, { name: [...new Set(names)] }, seq);
  return new Map(
    found.flatMap((each) => perspective.seen(variableResource, each) ?? []).map((each) => [each.id, each]),
  );
}

/** A line with values in the place of the names in braces: those of the playthrough, or those that the variables begin with. */
function withValues(
  version: NodeVersion,
  variables: ReadonlyMap<string, VariableVersion>,
  values: RunMemory["values"],
): NodeVersion {
  if (variables.size === 0) return version;
  const filled = (words: MarkedWords) => wordsWith(words, variables, values).text;
  const branches = Object.entries(version.branches).map(([id, branch]) => [
    id,
    { ...branch, choice_text: filled(wordsOfChoice(branch)) },
  ]);
  return { ...version, text: filled(version), branches: Object.fromEntries(branches) };
}

/** Lines as they were while they had the words; of those that are gone nothing is told. */
async function pastLines(
  at: Moment,
  ended: readonly { id: string; by: number; ordinal: number }[],
): Promise<{ version: NodeVersion; ordinal: number }[]> {
  const alive = await seenVersions(at, nodeResource, ended);
  const wanted = ended.filter(({ id }) => alive.has(id));
  if (wanted.length === 0) return [];
  const rows = await at.db.execute(
    sql`SELECT v.* FROM unnest(${textArray(wanted.map(({ id }) => id))}, ${textArray(wanted.map(({ by }) => String(by - 1)))}::bigint[]) AS w(id, seq)
        JOIN ${sql.identifier(nodeResource.table)} v
          ON v.project_id = ${at.projectId} AND v.id = w.id AND v.valid_to_seq = w.seq`,
  );
  const versions = rows.flatMap((row) => at.perspective.seen(nodeResource, toVersion<NodeState>(row)) ?? []);
  const ordinals = new Map(wanted.map(({ id, by, ordinal }) => [`${id} ${by - 1}`, ordinal]));
  const dated = await at.perspective.dated(at.db, nodeResource, versions);
  return dated.flatMap((version, i) => {
    const ordinal = ordinals.get(`${version.id} ${versions[i]?.valid_to_seq}`);
    return ordinal === undefined ? [] : [{ version, ordinal }];
  });
}
