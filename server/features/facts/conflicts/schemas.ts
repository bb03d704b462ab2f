import { z } from "zod";
import type { FactConflict } from "./find-conflicts.ts";

const Reason = z.enum(["functional", "exclusive"]);

const contradiction = {
  reason: Reason.meta({
    description:
      "Why both cannot hold: `functional` for two values of a predicate with one value at a time, `exclusive` for predicates of which one excludes the other.",
  }),
  predicate: z.string().meta({ description: "Declared predicate by which they conflict." }),
  subject_id: z.string().nullable().meta({
    description: "Entity of which both cannot hold; null for the world as a whole.",
  }),
  known_to: z.string().meta({
    description: "Somebody who may know both at once: an entity, or `everyone`.",
  }),
};

const side = (description: string) =>
  z
    .object({
      fact_id: z.string().meta({ description: "The fact." }),
      seq: z.int().meta({ description: "Sequence of its last change." }),
      text: z.string().nullable().meta({ description: "The fact in words; null for keys without the scope `read`." }),
    })
    .meta({ description });

/** Two facts that do not go together. */
export const ConflictOfFacts = z
  .object({
    first: side("The older fact."),
    second: side("The newer fact."),
    ...contradiction,
  })
  .meta({ id: "ConflictOfFacts" });

/** A fact that a written one does not go together with. */
export const ConflictingFact = z
  .object({
    fact_id: z.string().meta({ description: "The other fact." }),
    seq: z.int().meta({ description: "Sequence of the other fact's last change." }),
    text: z.string().nullable().meta({
      description: "The other fact in words; null for keys without the scope `read`.",
    }),
    ...contradiction,
  })
  .meta({ id: "ConflictingFact" });

/** Field of an answer to a write of a fact. */
export const conflictsField = {
  conflicts: z.array(ConflictingFact).meta({
    description:
      "Facts that hold beside it although declared predicates say that both cannot, and that one reader may know with it; 20 at most. Nothing is refused or superseded for it.",
  }),
};

/** A conflict on the wire, with the words of its facts for whoever may read. */
export function toConflict(
  { first, second, ...rest }: FactConflict,
  mayRead: boolean,
): z.input<typeof ConflictOfFacts> {
  const shown = ({ id, valid_from_seq: seq, text }: FactConflict["first"]) => {
    return { fact_id: id, seq, text: mayRead ? text : null };
  };
  const { reason, predicate, subject_id, known_to } = rest;
  return { first: shown(first), second: shown(second), reason, predicate, subject_id, known_to };
}
