/** Pages of the world that list profiles. */
export type ProfilePage = "places" | "cast" | "groups" | "things";

/** Names of the profiles of each page. */
export const PAGE_WORDS: Readonly<Record<ProfilePage, { one: string; many: string; title: string }>> = {
  places: { one: "place", many: "places", title: "Places" },
  cast: { one: "character", many: "characters", title: "Cast" },
  groups: { one: "group", many: "groups", title: "Groups" },
  things: { one: "thing", many: "things", title: "Things" },
};
