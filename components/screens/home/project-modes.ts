import type { Outputs } from "../../frame/api/client.ts";

export type ProjectMode = Outputs["projects"]["get"]["mode"];

/** Modes of a new project, each with its meaning. */
export const PROJECT_MODES: readonly {
  readonly value: ProjectMode;
  readonly label: string;
  readonly means: string;
}[] = [
  { value: "live", label: "Live", means: "What your game or product reads. Live keys reach it." },
  { value: "test", label: "Test", means: "To try things out: test keys reach it, and it can be copied to live." },
];
