import { counted } from "#domain/counted.ts";
import { subjectWord } from "../project/subject-words.ts";

/** Fields that tell where something is drawn: news only where nothing else is. */
const PLACES: ReadonlySet<string> = new Set(["/canvas_x", "/canvas_y", "/width", "/height"]);

interface Changed {
  readonly change: string;
  readonly subject_type: string;
  readonly fields: readonly { readonly field: string }[];
}

/** Changes without those that only moved something, which are told together. */
export interface FoldedMoves<Each> {
  readonly told: readonly Each[];
  /** Number of subjects that moved, in words, such as `13 cards and 1 note`; null for nothing. */
  readonly moved: string | null;
}

/** Folds changes that only moved something into one, and leaves places out of the others. */
export function foldMoves<Each extends Changed>(all: readonly Each[]): FoldedMoves<Each> {
  const isMove = ({ change, fields }: Each) =>
    change === "changed" && fields.length > 0 && fields.every(({ field }) => PLACES.has(field));
  const counts = Map.groupBy(all.filter(isMove), ({ subject_type }) => subject_type);
  const words = [...counts].map(([type, { length }]) => counted(length, subjectWord(type), subjectWord(type, 2)));
  const [last, ...others] = words.toReversed();
  return {
    told: all
      .filter((each) => !isMove(each))
      .map((each) => ({ ...each, fields: each.fields.filter(({ field }) => !PLACES.has(field)) })),
    moved:
      last === undefined ? null : [others.toReversed().join(", "), last].filter((each) => each !== "").join(" and "),
  };
}
