import { wordFrequencies } from "../../record/words/read-words.ts";
import { factResource, SECRET_TAG } from "../facts/public.ts";
import { unreadable, wordsOf } from "./find-texts.ts";
import type { IndexedMoment } from "./indexed-moment.ts";

/**
 * Counts the subjects withheld at a moment, whatever the question: subjects and parts of them covered by secrets, and
 * facts that others know. Facts that must never be hinted at are not counted.
 */
export async function countWithheld(at: IndexedMoment): Promise<number> {
  const { db, projectId, seq, perspective } = at;
  if (perspective.as === null) return 0;
  const counted = ["", SECRET_TAG];
  const index = wordsOf(at, [factResource]);
  const [all, readable, hidden] = [
    await wordFrequencies(db, projectId, { types: [factResource.type], words: counted, seq }),
    await index.frequencies(counted),
    await unreadable(at, { words: counted, types: [factResource], index }),
  ];
  const told = (counts: ReadonlyMap<string, number> | undefined) =>
    (counts?.get("") ?? 0) - (counts?.get(SECRET_TAG) ?? 0);
  const within = [...hidden.values()].filter(
    ({ isCurrent, isWhole, words }) => isCurrent && isWhole && !words.includes(SECRET_TAG),
  );
  const facts = told(all.get(factResource.type)) - told(readable.get(factResource.type)) + within.length;
  return perspective.withheldSubjects.length + perspective.redactedSubjects.length + facts + at.ofRun.withheld;
}
