import { z } from "zod";
import { finiteNumber, idOf, integer, singleLine, text } from "../../kernel/validation/fields.ts";
import { projectScope } from "../../operation/project-scope.ts";
import { runQuery } from "../../operation/run-memory.ts";
import { preferences } from "../players/public.ts";
import { RunQuest } from "../runs/public.ts";
import {
  DIALOGUE_CHOICES,
  ITEM_KINDS,
  LEFT_OUT_REASONS,
  MAX_PREDICATES,
  MAX_QUERY_LENGTH,
  MAX_SUBJECTS,
  MAX_TOKEN_BUDGET,
  MIN_TOKEN_BUDGET,
  REASONS,
  SECTIONS,
} from "./question.ts";

export const receiptParams = projectScope.extend({
  receipt_id: idOf("ctx").meta({ description: "The receipt." }),
});

const TOKENS = "Tokens in the encoding `o200k_base`; a model of another family counts a little otherwise.";

/** Body of a request for a context. */
export const ContextQuestionBody = z.strictObject({
  query: text({ min: 1, max: MAX_QUERY_LENGTH }).meta({
    description: "Text to find context for: a question, a brief, or the last lines of a scene.",
  }),
  as: idOf("ent").nullable().optional().meta({
    description: "Read the world as this entity knows it. Withheld items are counted, never shown.",
  }),
  subject_ids: z
    .array(z.string().regex(/^(ent|dlg)_[0-9a-hjkmnp-tv-z]{26}$/))
    .max(MAX_SUBJECTS)
    .optional()
    .meta({
      description:
        "Entities and dialogues that it is about. Entities come with their relationships and last changes; with dialogues, lines of others are left out for `scope`.",
    }),
  run: idOf("run").optional().meta({
    description:
      "Assemble it as this playthrough knows the world: with what was told and superseded in it up to its current step.",
  }),
  at_seq: integer({ min: 0 }).optional().meta({
    description:
      "Assemble it as the project was at this sequence; the present when absent, and with `run` the sequence that it plays. Beyond the head is a 422.",
  }),
  token_budget: integer({ min: MIN_TOKEN_BUDGET, max: MAX_TOKEN_BUDGET }).meta({
    description: `How many tokens \`text\` may have, headings included. ${TOKENS}`,
  }),
  sections: z.array(z.enum(SECTIONS)).min(1).max(SECTIONS.length).optional().meta({
    description: "Only these sections; all of them when absent.",
  }),
  least: finiteNumber({ min: 0, max: 1 }).nullable().optional().meta({
    description:
      "Leave out what is worth less than this share of what the query could have been worth. When absent, 0.5 for facts and entities and 0 for everything else. An empty context is an answer.",
  }),
  reasons: z.array(z.enum(REASONS)).min(1).max(REASONS.length).nullable().optional().meta({
    description: "Only items that are there for these reasons; all of them when absent.",
  }),
  predicates: z
    .array(singleLine({ min: 1, max: 100 }))
    .min(1)
    .max(MAX_PREDICATES)
    .nullable()
    .optional()
    .meta({ description: "Only facts with these predicates; all facts when absent." }),
  dialogue: z.enum(DIALOGUE_CHOICES).optional().meta({
    description:
      "`all` lines, which is the default; those that the playthrough came by (`played`), which is the default with `run`; or `none`.",
  }),
});

const ContextItem = z
  .object({
    id: z.string().meta({ description: "Id of the subject; for an event, of the changed subject." }),
    kind: z.enum(ITEM_KINDS),
    subject_id: z.string().nullable().meta({
      description:
        "Related subject: the entity of a fact or an event, the source of a relationship, the dialogue of a line; null for the world.",
    }),
    seq: z.int().meta({ description: "Sequence of its current version." }),
    since: z.int().nullable().meta({
      description:
        "Sequence since which a fact has been there, with `as` since which it has been known; for an event, at which it happened; null for what was learnt in the playthrough, and for everything else.",
    }),
    text: z.string(),
    tokens: z.int().meta({ description: "Tokens used of the budget." }),
    reason: z.enum(REASONS).meta({
      description:
        "Reason of the inclusion: `subject`, requested by id; `named`, named in the query; `words`, contains words of the query; `neighbour`, related to one of those; `beside`, next to a line that contains words of the query.",
    }),
    score: z.number().meta({
      description:
        "Share of what the query could have been worth, raised by the relation to its subjects; comparable between contexts.",
    }),
  })
  .meta({ id: "ContextItem" });

const LeftOut = z
  .object({
    id: z.string(),
    kind: z.enum(ITEM_KINDS),
    reason: z.enum(LEFT_OUT_REASONS).meta({
      description:
        "`budget` did not fit, `content` is what the player does not want, `least` was worth too little, `scope` is in another dialogue than those asked for, `superseded` no longer holds at the sequence.",
    }),
    tokens: z.int().meta({ description: "Tokens it would have used." }),
  })
  .meta({ id: "ContextLeftOut" });

const WITHHELD = z.int().meta({
  description:
    "Number of items withheld from `as` at this sequence, regardless of the query; 0 without `as`. Withheld items influence nothing else in the answer.",
});
const SCORER = z.int().meta({ description: "Version of the ranking rules." });
const DIGEST = z.string().meta({
  description: "SHA-256 of the context but for its receipt's id: two contexts are equal when their digests are.",
});
const AS = z.string().nullable().meta({ description: "Entity whose knowledge limits the context; null for none." });
const RUN = z
  .object({
    id: z.string().meta({ description: "The playthrough." }),
    step: z.int().meta({ description: "The step up to which it was played." }),
  })
  .nullable()
  .meta({ description: "Playthrough in which it was assembled; null for the record alone." });
const PLAYER = z.string().nullable().meta({
  description:
    "Player whose context it is, with facts of the player and without what the player does not want; null for none.",
});
const BUDGET = z.int().meta({ description: "Budget of tokens." });

/** A context for a prompt. */
export const Context = z
  .object({
    receipt_id: z.string().meta({ description: "The receipt: the same question at the same sequence has one." }),
    seq: z.int(),
    as: AS,
    run: RUN,
    player_id: PLAYER,
    scorer_version: SCORER,
    token_budget: BUDGET,
    tokens: z.int().meta({ description: `Tokens of \`text\`, never more than \`token_budget\`. ${TOKENS}` }),
    sections: z
      .array(
        z.object({
          name: z.enum(SECTIONS),
          tokens: z.int().meta({ description: "Tokens used by the section, including its heading." }),
          items: z.array(ContextItem).meta({ description: "Items of the section, in the order of `text`." }),
        }),
      )
      .meta({ description: "Sections of `text`; empty ones are absent." }),
    left_out: z.array(LeftOut).meta({ description: "Every other candidate, the best first, and why it is not there." }),
    withheld: WITHHELD,
    text: z.string().meta({ description: "Context for a prompt, in Markdown; empty when nothing was found." }),
    digest: DIGEST,
  })
  .meta({ id: "Context" });

/** Query of a request for the context of a player. */
export const playerContextQuery = z.object({
  for: idOf("ent").optional().meta({
    description:
      "Who is to know it: this entity, with what it knows of the player. When absent the player, who sees the world as the avatar does, or as everyone where there is none.",
  }),
  q: text({ min: 1, max: MAX_QUERY_LENGTH }).optional().meta({
    description: "Text to find context for, such as what the player says; when absent, what is known of the player.",
  }),
  token_budget: ContextQuestionBody.shape.token_budget.default(1_500),
  least: ContextQuestionBody.shape.least,
  dialogue: z.enum(DIALOGUE_CHOICES).optional().meta({
    description:
      "Lines of dialogues: those that the playthrough came by (`played`), which is the default with `run`; `none`, which is the default without; or `all`.",
  }),
  ...runQuery,
});

/** Context of a player. */
export const PlayerContext = Context.extend({
  preferences: preferences
    .nullable()
    .meta({ description: "What the player prefers. Lines of `content_limits` are kept by the context already." }),
  quests: z.array(RunQuest).nullable().meta({
    description:
      "Where the quests of the playthrough stand, of the player's latest where `run` names none, without those of which something is secret; null where there is none, and with `at_seq`.",
  }),
}).meta({ id: "PlayerContext" });

/** Receipt of a context: the question, and the ids and scores of its items, without any text of the project. */
export const ContextReceipt = z
  .object({
    id: z.string(),
    project_id: z.string(),
    seq: z.int(),
    scorer_version: SCORER,
    query: z.string().meta({ description: "The question." }),
    as: AS,
    run: RUN,
    player_id: PLAYER,
    subject_ids: z.array(z.string()).meta({ description: "Subjects named in the request." }),
    token_budget: BUDGET,
    sections: z.array(z.enum(SECTIONS)).meta({ description: "The sections that were asked for." }),
    least: z.number().nullable().meta({ description: "The least share that was asked for; null for the defaults." }),
    reasons: z
      .array(z.enum(REASONS))
      .nullable()
      .meta({ description: "The reasons that were asked for; null for all." }),
    predicates: z
      .array(z.string())
      .nullable()
      .meta({ description: "The predicates that were asked for; null for all." }),
    dialogue: z.enum(DIALOGUE_CHOICES).meta({ description: "Lines that were asked for." }),
    tokens: z.int().meta({ description: "Tokens of the text that was handed over." }),
    items: z
      .array(
        ContextItem.omit({ subject_id: true, since: true, text: true }).extend({
          section: z.enum(SECTIONS).meta({ description: "The section it stood in." }),
        }),
      )
      .meta({ description: "Items of the context, in order." }),
    left_out: z
      .array(LeftOut)
      .meta({ description: "The best of the other candidates, fifty at most, and why they were not there." }),
    left_out_counts: z
      .partialRecord(z.enum(LEFT_OUT_REASONS), z.int())
      .meta({ description: "Number of all other candidates by reason." }),
    withheld: WITHHELD,
    digest: DIGEST,
    created_at: z
      .string()
      .meta({ description: "Time of the last request; the receipt is kept for 30 days from then." }),
  })
  .meta({ id: "ContextReceipt" });
