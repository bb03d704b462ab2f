import { isJsonObject, type JsonObject } from "../../json.ts";
import type { Report } from "../report.ts";
import type { TweePassage } from "./passages.ts";

/** Passages of a Twee file by what they are for. */
export interface SortedPassages {
  title: string | null;
  storyData: JsonObject | null;
  /** `StoryData` as it stands, where it is not a JSON object. */
  unreadStoryData: string | null;
  /** Scripts and style sheets, which are kept beside the graph. */
  assets: TweePassage[];
  nodes: TweePassage[];
}

/** Sorts passages: all are nodes but `StoryTitle`, `StoryData`, scripts and style sheets. */
export function sortPassages(passages: readonly TweePassage[], report: Report): SortedPassages {
  const sorted: SortedPassages = { title: null, storyData: null, unreadStoryData: null, assets: [], nodes: [] };
  for (const passage of passages) {
    if (passage.name === "StoryTitle") sorted.title ??= passage.text.trim() || null;
    else if (passage.name === "StoryData") readStoryData(passage, sorted, report);
    else if (passage.tags.includes("script") || passage.tags.includes("stylesheet")) {
      const kind = passage.tags.includes("script") ? "script" : "style sheet";
      report.add(
        "info",
        "twee_asset_kept",
        `The ${kind} “${passage.name}” is kept with the dialogue; it is not a card.`,
      );
      sorted.assets.push(passage);
    } else sorted.nodes.push(passage);
  }
  return sorted;
}

function readStoryData(passage: TweePassage, sorted: SortedPassages, report: Report): void {
  if (sorted.storyData !== null) return;
  const value = parse(passage.text);
  if (isJsonObject(value)) sorted.storyData = value;
  else {
    sorted.unreadStoryData = passage.text;
    report.add("warning", "twee_story_data_unread", "StoryData is not a JSON object; it is kept unchanged.", {
      source: passage.text,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A text field of `StoryData`. */
export function storyDataText(data: JsonObject | null, field: string): string | null {
  const value = data !== null && Object.hasOwn(data, field) ? data[field] : null;
  return typeof value === "string" ? value : null;
}
