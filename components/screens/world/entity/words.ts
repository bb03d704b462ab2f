/** Pages of the world that list profiles. */
export type ProfilePage = "places" | "characters" | "things";

/** Names of the profiles of each page. */
export const PAGE_WORDS: Readonly<Record<ProfilePage, { one: string; many: string; title: string }>> = {
  places: { one: "place", many: "places", title: "Places" },
  characters: { one: "character", many: "characters", title: "Characters" },
  things: { one: "thing", many: "things", title: "Things" },
};
