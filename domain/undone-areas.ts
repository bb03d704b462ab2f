/**
 * Areas whose changes the studio undoes, each with the parameter of its deletion; null where it has none. Others are settings, or were
 * answered by somebody else.
 */
const AREAS: Readonly<Record<string, string | null>> = {
  dialogues: "graph_id",
  entities: "entity_id",
  locations: "entity_id",
  relationships: "relationship_id",
  propertyKeys: "property_key_id",
  facts: "fact_id",
  secrets: "secret_id",
  variables: "variable_id",
  checkpoints: "checkpoint_id",
  views: "view_id",
  waivers: "waiver_id",
  comments: "comment_id",
  images: "image_id",
  ideas: "idea_id",
  seeds: "seed_id",
  acts: "act_id",
  chapters: "chapter_id",
  passages: "passage_id",
  quests: "quest_id",
  npcs: "npc_id",
  predicates: "predicate_id",
  templates: "template_id",
  styleWords: "style_word_id",
  canonRules: "canon_rule_id",
  canonWaivers: "canon_waiver_id",
  storyBible: "bible_entry_id",
  suggestions: null,
  record: null,
};

/** Areas of which one kind of subjects is undone, with the ending of the names of its operations: proposals in them were answered. */
const ENDINGS: Readonly<Record<string, string>> = { storyBible: "Entry" };

/** Whether the changes of an operation, named as `area.name`, are undone. */
export function isUndone(path: string): boolean {
  const [area = "", name = ""] = path.split(".");
  return Object.hasOwn(AREAS, area) && name.endsWith(ENDINGS[area] ?? "");
}

/** Returns the parameter of the deletion in an area, null where there is none, and the ending of its name: "Entry" of `deleteEntry`. */
export function deletionIn(area: string): { readonly param: string | null; readonly ending: string } {
  return { param: AREAS[area] ?? null, ending: ENDINGS[area] ?? "" };
}
