import type { IFileHandler } from "inkjs/compiler/IFileHandler";
import { InkParser } from "inkjs/compiler/Parser/InkParser";
import type { Story } from "inkjs/compiler/Parser/ParsedHierarchy/Story";
import type { ErrorHandler } from "inkjs/engine/Error";

/**
 * Returns the parser of inkjs, whose stories look up the names of lists in an index. A version of inkjs that has no such methods is
 * left as it is.
 */
export function inkParser(source: string, onError: ErrorHandler, fileHandler: IFileHandler | null): InkParser {
  const parser = new InkParser(source, null, onError, null, fileHandler);
  const { ParseStory } = parser;
  return Object.assign(parser, { ParseStory: () => askingFewLists(ParseStory()) });
}

/** Part of a list of a parsed story that says what it is called. */
interface Named {
  readonly name: string | null;
}

/**
 * A parsed story that asks for a name only those of its lists that have it, not all for each name: 5,000 lists of two items are compiled
 * in 2 s of processor time, and did not end within 60 before.
 */
function askingFewLists(story: Story): Story {
  if (!Object.hasOwn(story, "CheckForNamingCollisions") || !Object.hasOwn(story, "ResolveListItem")) return story;
  const { CheckForNamingCollisions, ResolveListItem } = story;
  let indexed: unknown = null;
  const withName = new Map<unknown, Map<unknown, unknown>>();
  const index = (lists: ReadonlyMap<string, { readonly itemDefinitions: readonly Named[] }>) => {
    indexed = lists;
    withName.clear();
    for (const [key, list] of lists) {
      for (const name of [key, ...list.itemDefinitions.map((item) => item.name)]) {
        const same = withName.get(name) ?? new Map();
        withName.set(name, same.set(key, list));
      }
    }
  };
  const among = (name: unknown, ask: () => ReturnType<typeof ResolveListItem>) => {
    const lists: unknown = Reflect.get(story, LISTS);
    if (!(lists instanceof Map)) return ask();
    if (lists !== indexed) index(lists);
    Reflect.set(story, LISTS, withName.get(name) ?? new Map());
    try {
      return ask();
    } finally {
      Reflect.set(story, LISTS, lists);
    }
  };
  const check: typeof CheckForNamingCollisions = (of, identifier, ...rest) => {
    among(identifier?.name, () => {
      CheckForNamingCollisions(of, identifier, ...rest);
      return null;
    });
  };
  const resolve: typeof ResolveListItem = (list, item, source) =>
    list ? ResolveListItem(list, item, source) : among(item, () => ResolveListItem(list, item, source));
  return Object.assign(story, { CheckForNamingCollisions: check, ResolveListItem: resolve });
}

/** Property in which a parsed story keeps its lists by their names. */
const LISTS = "_listDefs";
