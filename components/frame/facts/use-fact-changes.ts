"use client";

import { useStudioClient } from "../api/api-provider.tsx";
import type { Inputs } from "../api/client.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { newId } from "../project/new-id.ts";
import { useProjectId } from "../project/project-provider.tsx";
import type { Fact, WayToKnow } from "./fact-words.ts";

/** A fact as it is written in a form. */
export interface FactDraft {
  readonly text: string;
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
  about: [],
  isPublic: true,
  knowers: [],
  how: null,
  from: null,
  isSecret: false,
};

/** Returns a fact as a form begins with it. */
export function draftOf({ text, subject_id, also_about, known_by, secret }: Fact): FactDraft {
  const isPublic = known_by === "everyone";
  const about = subject_id === null ? also_about : [subject_id, ...also_about];
  return { ...FRESH_DRAFT, text, about, isPublic, knowers: isPublic ? [] : known_by, isSecret: secret };
}

/** Returns the fields of a draft as the record has them. */
function fieldsOf({ text, about, isPublic, knowers, isSecret }: FactDraft) {
  const [subject_id = null, ...also_about] = about;
  return {
    text: text.trim(),
    subject_id,
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
        return done(client.create.mutate({ project_id, ...fields }));
      const id = newId("fact");
      const to = [...knowers];
      const facts = [
        { ...fields, id, known_by: [] },
        { op: "tell" as const, id, to, how, from },
      ];
      return done(client.batch.mutate({ project_id, facts }));
    },
    change: (fact: Fact, draft: FactDraft) => {
      const patch = changedFields(draftOf(fact), draft);
      const base = fact.valid_from_seq === null ? {} : { base_seq: fact.valid_from_seq };
      return Object.keys(patch).length === 0
        ? Promise.resolve()
        : done(client.update.mutate({ ...at(fact.id), ...patch, ...base }));
    },
    tell: (fact: Fact, to: readonly string[], how: WayToKnow, from: string | null) =>
      done(client.tell.mutate({ ...at(fact.id), to: [...to], how, from })),
    untell: (fact: Fact, knower: string) => done(client.untell.mutate({ ...at(fact.id), to: [knower] })),
    supersede: (fact: Fact, draft: FactDraft, reason: string, mode: Mode) =>
      done(client.supersede.mutate({ ...at(fact.id), by: fieldsOf(draft), reason, mode })),
    unsupersede: (fact: Fact) => done(client.unsupersede.mutate(at(fact.id))),
    remove: (fact: Fact) => done(client.delete.mutate(at(fact.id))),
    restore: (fact: Fact) => done(client.restore.mutate(at(fact.id))),
  };
}
