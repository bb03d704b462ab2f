/** Contents of a file or a copy of a project. */
export type Contents = "state" | "history";

export const CONTENTS: readonly { readonly value: Contents; readonly label: string; readonly means: string }[] = [
  { value: "history", label: "With its history", means: "Everything that happened, with who did it and when." },
  { value: "state", label: "As it is", means: "What is there, without how it came to be. Named moments stay behind." },
];
