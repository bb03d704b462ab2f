import type { Inputs } from "../../frame/api/client.ts";

export type OperationClass = NonNullable<Exclude<Inputs["usage"]["get"], void>["class"]>;

/** What kind of work a request was, in a word or two. */
export const CLASS_WORDS: Readonly<Record<OperationClass, string>> = {
  read: "Reading",
  write: "Writing",
  generation: "Generating",
  stream: "Following events",
  graphql: "GraphQL",
  manage: "Managing the workspace",
  other: "Other",
};

/** A class as it is said; what is not known yet, as it is. */
export const sayClass = (name: string): string => CLASS_WORDS[name as OperationClass] ?? name;
