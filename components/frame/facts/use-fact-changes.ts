"use client";

import { useStudioClient } from "../api/api-provider.tsx";
import type { Inputs, Outputs } from "../api/client.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { newId } from "../project/new-id.ts";
import { useProjectId } from "../project/project-provider.tsx";
import type { Fact, WayToKnow } from "./fact-words.ts";

/** A fact as it is written in a form. */
export interface FactDraft {
  readonly text: string;
  /** Words for what it says in short, such as "lives in"; empty for none. */
  readonly predicate: string;
  /** Id of whom or what it says that of; null for none. */
  readonly object: string | null;
  /** Ids of what it is about, the first one its subject. */
  readonly about: readonly string[];
  readonly isPublic: boolean;
  /** Ids of those who know it, where not everyone does. */
  readonly knowers: readonly string[];
  /** The way in which they came to know it; null where nobody says. */
  readonly how: WayToKnow | null;
  /** Id of whom they have it from. */
  readonly from: string | null;
  readonly isSecret: boolean;
}

export type FactSource = Fact["source"];

export const FRESH_DRAFT: FactDraft = {
  text: "",
  predicate: "",
  object: null,
  about: [],
  isPublic: true,
  knowers: [],
  how: null,
  from: null,
  isSecret: false,
};

/** Returns a fact as a form begins with it. */
export function draftOf({ text, subject_id, predicate, object_id, also_about, known_by, secret }: Fact): FactDraft {
  const isPublic = known_by === "everyone";
  const about = subject_id === null ? also_about : [subject_id, ...also_about];
  const said = { text, predicate: predicate ?? "", object: object_id };
  return { ...FRESH_DRAFT, ...said, about, isPublic, knowers: isPublic ? [] : known_by, isSecret: secret };
}

/** Returns the fields of a draft as the record has them. */
function fieldsOf({ text, predicate, object, about, isPublic, knowers, isSecret }: FactDraft) {
  const [subject_id = null, ...also_about] = about;
  const said = predicate.trim();
  return {
    text: text.trim(),
    subject_id,
    predicate: said === "" ? null : said,
    object_id: said === "" ? null : object,
    also_about,
    known_by: isPublic ? ("everyone" as const) : [...knowers],
    secret: !isPublic && isSecret,
  };
}

/** Returns the fields of a draft that differ from those of another one. */
function changedFields(before: FactDraft, after: FactDraft): Partial<ReturnType<typeof fieldsOf>> {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const names = Object.keys(next) as (keyof typeof next)[];
  return Object.fromEntries(
    names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name])).map((name) => [name, next[name]]),
  );
}

/** A fact that was written, and others that do not go together with it. */
export interface FactWritten {
  readonly id: string;
  readonly text: string;
  readonly beside: readonly { readonly fact_id: string; readonly text: string | null }[];
}

type Written = Pick<Outputs["facts"]["create"], "id" | "text" | "conflicts">;
const writtenOf = ({ id, text, conflicts }: Written): FactWritten => ({ id, text, beside: conflicts });

type Mode = NonNullable<Inputs["facts"]["supersede"]["mode"]>;

/** Writes to facts. Each throws what the server refuses it with, and reads facts again. */
export function useFactChanges() {
  const project_id = useProjectId();
  const client = useStudioClient().facts;
  const refresh = useRefresh((api) => [api.facts.pathKey()]);
  const done = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const said = await answer;
    await refresh();
    return said;
  };
  const at = (fact_id: string) => ({ project_id, fact_id });
  return {
    /** Writes a fact and how it came to be known, together. */
    create: (draft: FactDraft, source?: FactSource) => {
      const fields = { ...fieldsOf(draft), ...(source !== undefined && { source }) };
      const { isPublic, knowers, how, from } = draft;
      if (isPublic || knowers.length === 0 || how === null)
        return done(client.create.mutate({ project_id, ...fields }).then(writtenOf));
      const id = newId("fact");
      const to = [...knowers];
      const facts = [
        { ...fields, id, known_by: [] },
        { op: "tell" as const, id, to, how, from },
      ];
      const written = client.batch.mutate({ project_id, facts }).then(({ conflicts }): FactWritten => {
        const beside = conflicts.map(({ first, second }) => (first.fact_id === id ? second : first));
        return { id, text: fields.text, beside };
      });
      return done(written);
    },
    /** Changes a fact; answers null where nothing was changed. */
    change: (fact: Fact, draft: FactDraft): Promise<FactWritten | null> => {
      const patch = changedFields(draftOf(fact), draft);
      const base = fact.valid_from_seq === null ? {} : { base_seq: fact.valid_from_seq };
      return Object.keys(patch).length === 0
        ? Promise.resolve(null)
        : done(client.update.mutate({ ...at(fact.id), ...patch, ...base }).then(writtenOf));
    },
    tell: (fact: Fact, to: readonly string[], how: WayToKnow, from: string | null) =>
      done(client.tell.mutate({ ...at(fact.id), to: [...to], how, from })),
    untell: (fact: Fact, knower: string) => done(client.untell.mutate({ ...at(fact.id), to: [knower] })),
    supersede: (fact: Fact, draft: FactDraft, reason: string, mode: Mode) =>
      done(
        client.supersede.mutate({ ...at(fact.id), by: fieldsOf(draft), reason, mode }).then(({ by }) => writtenOf(by)),
      ),
    /** Puts a fact that is there in the place of another one. */
    replace: (fact_id: string, by: string, reason: string) =>
      done(client.supersede.mutate({ ...at(fact_id), by, reason, mode: "from" })),
    unsupersede: (fact: Fact) => done(client.unsupersede.mutate(at(fact.id))),
    remove: (fact: Fact) => done(client.delete.mutate(at(fact.id))),
    restore: (fact: Fact) => done(client.restore.mutate(at(fact.id))),
  };
}
