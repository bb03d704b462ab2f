import type { Outputs } from "../../frame/api/client.ts";

export type ProjectMode = Outputs["projects"]["get"]["mode"];

/** Modes of a new project, each with its meaning. */
export const PROJECT_MODES: readonly {
  readonly value: ProjectMode;
  readonly label: string;
  readonly means: string;
}[] = [
  { value: "live", label: "Live", means: "For your released game. Live keys have access." },
  { value: "test", label: "Test", means: "For trying things out. Test keys have access, and you can copy it to live." },
];
