/** Pages of the world that list profiles. */
export type ProfilePage = "characters" | "things";

/** What the profiles of a page are called. */
export const PAGE_WORDS: Readonly<Record<ProfilePage, { one: string; many: string; title: string }>> = {
  characters: { one: "character", many: "characters", title: "Characters" },
  things: { one: "thing", many: "things", title: "Things" },
};
