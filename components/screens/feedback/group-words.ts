/** Ways to group feedback on the screen, by their words. */
export const GROUPS = {
  subject: "What it is about",
  subject_type: "Kind",
  generation_kind: "Generation",
  provider: "Provider",
  model: "Model",
} as const;

export type GroupBy = keyof typeof GROUPS;

/** Windows of time, in days, by their words. */
export const WINDOWS = { "30": "30 days", "90": "90 days", "365": "A year" } as const;
