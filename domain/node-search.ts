import type { Branch } from "./dialogue/wire.ts";
import { searchForm } from "./search-form.ts";

/** Search forms of a node, as they are stored beside it. */
export interface NodeSearchForms {
  text_search: string;
  more_search: string;
}

/** The search forms of a node: its title and text, and apart from them its speaker's label, tags and choices. */
export function nodeSearchForms(node: {
  title: string | null;
  text: string;
  speaker_label: string | null;
  tags: readonly string[];
  branches: Readonly<Record<string, Pick<Branch, "choice_text">>>;
}): NodeSearchForms {
  const choices = Object.values(node.branches).map(({ choice_text }) => choice_text);
  // The order of a map's entries is not part of its value, so what is made of it must not depend on that.
  const more = [node.speaker_label ?? "", ...node.tags, ...choices.sort()].filter((text) => text !== "");
  return { text_search: searchForm(`${node.title ?? ""}\n${node.text}`), more_search: searchForm(more.join("\n")) };
}
