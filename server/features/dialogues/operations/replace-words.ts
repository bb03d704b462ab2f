import { z } from "zod";
import { PatternError } from "#domain/replace/expression.ts";
import { Replacement, ReplacementError } from "#domain/replace/replacement.ts";
import { SearchBudget, SearchBudgetExceeded } from "#domain/replace/search-budget.ts";
import { hasMore, pageQuery } from "../../../kernel/page.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { flag, idOf, text } from "../../../kernel/validation/fields.ts";
import { MAX_READ } from "../../../operation/batch.ts";
import { baseSeq } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findVersions } from "../../../record/versions.ts";
import { type FoundPlace, findPlaces } from "../replace/find-places.ts";
import { REPLACED_IN } from "../replace/node-words.ts";
import { saidOfReplace, writePlaces } from "../replace/write-places.ts";
import { graphResource } from "../resources.ts";
import { speakerId } from "../schemas.ts";

/** Milliseconds that searching may take over all texts. */
const MAX_SEARCH_MS = 1_500;
/** Places one call can name, and nodes one commit changes. */
const MAX_NAMED = 5_000;
const MAX_NODES = 20_000;
/** Characters of a long text that an answer shows, and how much of them is before the first thing found. */
const SHOWN = 2_000;
const BEFORE = 200;

const HitRef = z.strictObject({
  node_id: idOf("node"),
  pointer: text({ min: 2, max: 200 }).meta({ description: "Pointer of the match, from a dry run." }),
});

const ReplaceHit = z
  .object({
    node_id: z.string(),
    graph_id: z.string(),
    graph_name: z.string(),
    branch_id: z.string().nullable().meta({ description: "Branch that contains the text; null for the node itself." }),
    in: z
      .enum(REPLACED_IN)
      .meta({ description: "Whether it is a text, a choice, a title, a speaker's label or a tag." }),
    pointer: z.string().meta({ description: "JSON Pointer of the text in the node." }),
    before: z
      .string()
      .meta({ description: `The words as they are; of long ones ${SHOWN} characters around the first.` }),
    after: z.string().meta({ description: "The same part of the words as they become." }),
    count: z.int().meta({ description: "Number of matches in the field." }),
    refused: z
      .enum(["too_long", "not_one_line"])
      .nullable()
      .meta({ description: "Reason why the replacement is invalid here; such a field is not changed." }),
  })
  .meta({ id: "ReplaceHit" });

export const replaceWords = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/replace",
  scope: "write",
  summary: "Find and replace",
  description:
    "Replaces text in all dialogues or in some, in texts, choices, titles, labels of speakers and tags of nodes, as one commit. `dry_run` returns the fields that would change, page by page, and writes nothing. Regular expressions have the syntax of RE2: classes, groups, `|`, `*`, `+`, `?`, `{n,m}` and their lazy forms, `^` and `$` of lines, `\\b`; no backreferences or lookaround. With the `seq` of a dry run as `base_seq`, fields changed since then answer 409 `edit_conflict` and nothing is written. `replace/undo` with the `seq` of the answer reverts it.",
  params: projectScope,
  body: z.strictObject({
    find: text({ min: 1, max: 500 }).meta({ description: "The words, or the expression, to look for." }),
    replace: text({ max: 5_000 }).meta({
      description: "Replacement; with `regex`, `$1` to `$9` are groups, `$0` the whole match and `$$` a dollar sign.",
    }),
    regex: flag().default(false).meta({ description: "Whether `find` is an expression." }),
    match_case: flag().default(false).meta({ description: "Whether upper and lower case differ." }),
    whole_word: flag().default(false).meta({ description: "Match whole words only." }),
    in: z.array(z.enum(REPLACED_IN)).min(1).max(REPLACED_IN.length).default(["texts", "choices"]).meta({
      description: "Where to look.",
    }),
    graph_ids: z.array(idOf("dlg")).min(1).max(500).optional().meta({ description: "Only in these dialogues." }),
    speaker_id: speakerId.optional().meta({ description: "Only in lines of this entity." }),
    speaker_label: text({ min: 1, max: 200 })
      .optional()
      .meta({ description: "Only in lines with this speaker label." }),
    only: z.array(HitRef).min(1).max(MAX_NAMED).optional().meta({ description: "Only these of the places found." }),
    except: z.array(HitRef).max(MAX_NAMED).default([]).meta({ description: "Places found that stay as they are." }),
    dry_run: flag().default(false).meta({ description: "Return the changes without writing them." }),
    limit: pageQuery.limit,
    offset: pageQuery.offset,
    base_seq: baseSeq,
  }),
  output: z.object({
    hits: z.array(ReplaceHit).meta({ description: "One page of the places, dialogue by dialogue." }),
    total: z.int().meta({ description: "All places found." }),
    has_more: z.boolean(),
    replacements: z.int().meta({ description: "Number of matches in all changed fields." }),
    changed: z
      .object({
        places: z.int().meta({ description: "Number of changed texts, choices, titles, labels and tags." }),
        nodes: z.int().meta({ description: "Number of changed nodes." }),
        dialogues: z.int().meta({ description: "Number of changed dialogues." }),
      })
      .meta({ description: "Changed fields; with `dry_run`, those that would change." }),
    refused: z.int().meta({ description: "Fields in which the replacement is invalid." }),
    seq: z.int().meta({ description: "The sequence it is true at; of a commit, its own." }),
  }),
  alone: true,
  long: true,
  errors: ["not_found", "edit_conflict", "batch_too_large"],
  example: { find: "toll", replace: "tithe", whole_word: true, dry_run: true },
  handle: async ({ db, project, record }, { body }) => {
    const { find, replace, regex: isExpression, match_case: matchCase, whole_word: wholeWord } = body;
    const replacement = compiled({ find, replace, isExpression, matchCase, wholeWord });
    const graphIds = body.graph_ids === undefined ? undefined : [...new Set(body.graph_ids)];
    if (graphIds !== undefined) {
      const known = await record.load(graphResource, graphIds);
      const missing = graphIds.findIndex((id) => !known.has(id));
      if (missing >= 0) throw invalidValue(["body", "graph_ids", missing], "no such dialogue", graphIds[missing] ?? "");
    }
    const scope = {
      graphIds,
      speakerId: body.speaker_id,
      speakerLabel: body.speaker_label,
      places: new Set(body.in),
      words: isExpression ? null : find,
    };
    const found = await withinBudget((budget) => findPlaces(db, project.id, scope, replacement, budget));
    const only = body.only === undefined ? null : new Set(body.only.map(keyOf));
    const except = new Set(body.except.map(keyOf));
    const chosen = found.filter(({ nodeId, pointer, refusal }) => {
      const key = keyOf({ node_id: nodeId, pointer });
      return refusal === null && !except.has(key) && (only === null || only.has(key));
    });
    const nodes = new Set(chosen.map(({ nodeId }) => nodeId)).size;
    if (!body.dry_run) {
      if (nodes > MAX_NODES) throw new Problem("batch_too_large", { detail: { limit_nodes: MAX_NODES } });
      record.holdAtMost(MAX_READ);
      await writePlaces(record, chosen, { baseSeq: body.base_seq, data: saidOfReplace(find, replace) });
    }
    await record.commit();
    const page = found.slice(body.offset, body.offset + body.limit);
    const names = await findVersions(db, graphResource, project.id, {
      id: [...new Set(page.map(({ graphId }) => graphId))],
    });
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    return {
      hits: page.map((place) => toHit(place, nameOf.get(place.graphId) ?? "")),
      total: found.length,
      has_more: hasMore(found.length, body.offset, page.length),
      replacements: chosen.reduce((sum, { count }) => sum + count, 0),
      changed: { places: chosen.length, nodes, dialogues: new Set(chosen.map(({ graphId }) => graphId)).size },
      refused: found.filter(({ refusal }) => refusal !== null).length,
      seq: record.seq,
    };
  },
});

const keyOf = ({ node_id, pointer }: z.output<typeof HitRef>): string => `${node_id}${pointer}`;

function compiled(words: ConstructorParameters<typeof Replacement>[0]): Replacement {
  try {
    return new Replacement(words);
  } catch (error) {
    if (error instanceof ReplacementError) throw invalidValue(["body", "replace"], error.message, words.replace);
    if (error instanceof PatternError) {
      throw invalidValue(["body", "find"], `${error.message}, at character ${error.at + 1}`, words.find, {
        at: error.at,
      });
    }
    throw error;
  }
}

async function withinBudget<T>(find: (budget: SearchBudget) => Promise<T>): Promise<T> {
  try {
    return await find(new SearchBudget(MAX_SEARCH_MS));
  } catch (error) {
    if (!(error instanceof SearchBudgetExceeded)) throw error;
    throw invalidValue(["body", "find"], "this takes too long over so many words: look in fewer dialogues", "");
  }
}

function toHit(place: FoundPlace, graphName: string): z.input<typeof ReplaceHit> {
  const { words, after, first } = place;
  const from = words.length <= SHOWN && after.length <= SHOWN ? 0 : Math.max(0, first - BEFORE);
  return {
    node_id: place.nodeId,
    graph_id: place.graphId,
    graph_name: graphName,
    branch_id: place.branchId,
    in: place.in,
    pointer: place.pointer,
    before: words.slice(from, from + SHOWN),
    after: after.slice(from, from + SHOWN),
    count: place.count,
    refused: place.refusal,
  };
}
