"use client";

import { useSession } from "../../frame/session/session-provider.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";

/** Person of a list. */
interface ListedPerson {
  readonly user_id: string;
  readonly name: string;
  /** Null where whoever looks is not told it. */
  readonly email: string | null;
}

/** Column that lists of people begin with: the name, with the address below it. */
export const PERSON_TITLE: ListDefinition<ListedPerson>["title"] = {
  key: "name",
  label: "Who",
  text: ({ name }) => name,
  below: (person) => <Below person={person} />,
  sort: "ascending",
  width: 12,
};

function Below({ person: { user_id, email } }: { person: ListedPerson }) {
  const { userId } = useSession();
  return (
    <span className="break-all">
      {email}
      {user_id === userId && " (you)"}
    </span>
  );
}
