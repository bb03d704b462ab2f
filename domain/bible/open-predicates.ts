import { searchForm } from "../search-form.ts";

/** Predicates of facts that leave something open, in the form that a search compares. */
const OPEN =
  /^(?:promises?|promised|owes|owed|vows|vowed|swears|swore|seeks|sought|wants|plans|intends|threatens|hunts|must|needs)(?:[_ ].*)?$/;

/** Returns whether a fact with a predicate leaves something open, such as a promise or a debt. */
export function leavesOpen(predicate: string): boolean {
  return OPEN.test(searchForm(predicate).trim());
}
