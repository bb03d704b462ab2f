import type { IFileHandler } from "inkjs/compiler/IFileHandler";
import { InkParser } from "inkjs/compiler/Parser/InkParser";
import type { ParsedObject } from "inkjs/compiler/Parser/ParsedHierarchy/Object";
import type { Story } from "inkjs/compiler/Parser/ParsedHierarchy/Story";
import type { ErrorHandler } from "inkjs/engine/Error";

/**
 * Returns the parser of inkjs with some of its methods replaced by ones that answer the same: compiling takes 0.85 of the processor
 * time (0.69 to 1.02 in eight interleaved rounds of 256 and 512 KiB, load 30 to 40). A version of inkjs without these methods is left
 * as it is.
 */
export function quickParser(source: string, onError: ErrorHandler, fileHandler: IFileHandler | null): InkParser {
  const parser = new InkParser(source, null, onError, null, fileHandler);
  if (Object.hasOwn(parser, "ParseCharactersFromCharSet")) scanInPlace(parser);
  if (Object.hasOwn(parser, "RuleDidSucceed")) {
    const { RuleDidSucceed } = parser;
    // Only objects get places in the source; most rules end with a string or a symbol.
    const succeed: typeof RuleDidSucceed = (result, start, end) => {
      if (typeof result === "object") RuleDidSucceed(result, start, end);
    };
    Object.assign(parser, { RuleDidSucceed: succeed });
  }
  if (Object.hasOwn(parser, "ParseStory")) {
    const { ParseStory } = parser;
    Object.assign(parser, { ParseStory: () => askingFewLists(findingInLoop(ParseStory())) });
  }
  return parser;
}

/** Reads characters of a set in one stretch of the source, not each through the stack of rules, and takes them as they stand. */
function scanInPlace(parser: InkParser): void {
  const { inputString: text, state } = parser;
  const scan: InkParser["ParseCharactersFromCharSet"] = ({ set }, isIncluded = true, most = -1) => {
    const from = state.characterIndex;
    const end = most === -1 ? text.length : Math.min(text.length, from + most);
    let line = state.lineIndex;
    let column = state.characterInLineIndex;
    let at = from;
    for (; at < end; at += 1) {
      const char = text.charAt(at);
      if (set.has(char) !== isIncluded) break;
      if (char === "\n") {
        line += 1;
        column = 0;
      } else column += 1;
    }
    state.characterIndex = at;
    state.lineIndex = line;
    state.characterInLineIndex = column;
    return at > from ? text.slice(from, at) : null;
  };
  Object.assign(parser, { ParseCharactersFromCharSet: scan });
}

/** A parsed story that finds objects of a type in a loop, not by two closures for each of its objects. */
function findingInLoop(story: Story): Story {
  if (!Object.hasOwn(story, "FindAll")) return story;
  const findAll: Story["FindAll"] = (type) => (isWanted, before) => {
    const found = Array.isArray(before) ? before : [];
    const open: ParsedObject[] = [story];
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      if (each instanceof type) {
        const one = each as (typeof found)[number];
        if (isWanted === undefined || isWanted === null || isWanted(one)) found.push(one);
      }
      // Content can be more than objects, where the source has a mistake.
      for (const inner of (each.content ?? []).toReversed()) if ("FindAll" in inner) open.push(inner);
    }
    return found;
  };
  return Object.assign(story, { FindAll: findAll });
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
