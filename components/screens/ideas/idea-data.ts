import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import type { Outputs } from "../../frame/api/client.ts";
import DATA from "../../frame/resource/data/ideas.json";

export type Idea = Outputs["ideas"]["get"];
export type IdeaState = Idea["state"];

const { gap: _, ...created } = DATA.bodies.create.properties;

/** Data of the screen: nobody says by hand for which gap an idea was made. */
export const IDEAS = {
  ...DATA,
  bodies: { ...DATA.bodies, create: { ...DATA.bodies.create, properties: created } },
} as unknown as ResourceScreenData;

/** Words for the gaps that ideas are made for. */
export const GAPS = {
  overdue_promise: "An overdue promise",
  untaken_choice: "A choice nobody takes",
  untold_secret: "A secret nobody tells",
  untold_quest: "A quest nobody tells",
  unused_place: "An unused place",
  silent_character: "A character without lines",
  one_sided_bond: "A one-sided bond",
} as const satisfies Readonly<Record<NonNullable<Idea["gap"]>, string>>;
