/** Pages of the world that list profiles. */
export type ProfilePage = "places" | "cast" | "things";

/** Names of the profiles of each page. */
export const PAGE_WORDS: Readonly<Record<ProfilePage, { one: string; many: string; title: string }>> = {
  places: { one: "place", many: "places", title: "Places" },
  cast: { one: "character", many: "characters", title: "Cast" },
  things: { one: "thing", many: "things", title: "Things" },
};
