/** Contents of a file or a copy of a project. */
export type Contents = "state" | "history";

export const CONTENTS: readonly { readonly value: Contents; readonly label: string; readonly means: string }[] = [
  { value: "history", label: "With its history", means: "All changes, with author and time." },
  { value: "state", label: "As it is", means: "The current version only, without history and named moments." },
];
