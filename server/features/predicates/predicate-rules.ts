import { PredicateRules } from "#domain/predicates.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { predicate } from "./predicate.ts";

/** Returns the rules that a project's declared predicates make at a sequence; null for now. */
export async function predicateRules(db: Db, projectId: string, atSeq: number | null): Promise<PredicateRules> {
  return new PredicateRules(await findVersions(db, predicate.resource, projectId, {}, atSeq));
}
