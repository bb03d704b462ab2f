"use client";

import { useEffect, useState } from "react";
import { useSession } from "../session/session-provider.tsx";
import { usePeople } from "./project-queries.ts";

/** Names of people: members of the workspace, and others this page has met. */
export interface Names {
  /** Returns the name of an actor (`user:…` or `key:…`) for a sentence. */
  nameOf(actor: string): string;
  learn(people: readonly { readonly user_id: string; readonly name: string }[]): void;
}

const known = new Map<string, string>();

/** Names of the people of the workspace; of others it says what they are. */
export function useNames(): Names {
  const { userId } = useSession();
  const [names] = useState<Names>(() => ({
    nameOf: (actor) => {
      if (actor === `user:${userId}`) return "You (in another window)";
      if (actor.startsWith("key:")) return "A program";
      return known.get(actor.replace(/^user:/, "")) ?? "Someone";
    },
    learn: (people) => {
      for (const { user_id, name } of people) known.set(user_id, name);
    },
  }));
  const data = usePeople();
  useEffect(() => {
    if (data !== undefined) names.learn(data.people.map(({ id, name }) => ({ user_id: id, name })));
  }, [data, names]);
  return names;
}
