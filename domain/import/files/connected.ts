/** Names that a file gives to its places and values, and those that it uses. */
export interface NamesOfFile {
  readonly defines: ReadonlySet<string>;
  readonly uses: ReadonlySet<string>;
}

const NO_NAMES: NamesOfFile = { defines: new Set(), uses: new Set() };

/**
 * Groups files that belong together: one uses a name that only another defines. Groups and their files keep the order of the files.
 */
export function connected<T>(files: readonly T[], namesOf: (file: T) => NamesOfFile): T[][] {
  const names = files.map(namesOf);
  const definers = new Map<string, number | null>();
  for (const [at, { defines }] of names.entries()) {
    // A name of several files says nothing of which is meant.
    for (const name of defines) definers.set(name, definers.has(name) ? null : at);
  }
  const groups = files.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (groups[root] !== root) root = groups[root] ?? root;
    groups[at] = root;
    return root;
  };
  for (const [at, { uses, defines }] of names.entries()) {
    for (const name of uses) {
      const definer = definers.get(name) ?? null;
      if (definer === null || defines.has(name)) continue;
      const [a, b] = [rootOf(at), rootOf(definer)];
      groups[Math.max(a, b)] = Math.min(a, b);
    }
  }
  return [...Map.groupBy(files.keys(), rootOf).values()].map((all) => all.flatMap((at) => files.slice(at, at + 1)));
}

/** Returns the names of a Yarn file: titles of nodes, declared variables and enums, and what jumps and expressions use. */
export function namesOfYarn(text: string): NamesOfFile {
  const defines = new Set<string>();
  const uses = new Set<string>();
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.length > 10_000) continue;
    const title = /^\s*title\s*:\s*([^\s/][^/\n]*)/.exec(line)?.[1]?.trim();
    if (title !== undefined) defines.add(`node ${title}`);
    const declared = /<<\s*declare\s+(\$[\p{L}\p{N}_]+)/u.exec(line)?.[1];
    if (declared !== undefined) defines.add(declared);
    const list = /<<\s*enum\s+([\p{L}\p{N}_]+)/u.exec(line)?.[1];
    if (list !== undefined) defines.add(`enum ${list}`);
    for (const [, node] of line.matchAll(/<<\s*(?:jump|detour)\s+([\p{L}\p{N}_.]+)/gu)) uses.add(`node ${node}`);
    for (const [, node] of line.matchAll(/\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]+)\]\]/g))
      uses.add(`node ${(node ?? "").trim()}`);
    for (const [, node] of line.matchAll(/\bvisited(?:_count)?\s*\(\s*"([^"]*)"/g)) uses.add(`node ${node}`);
    for (const [name] of line.matchAll(/\$[\p{L}\p{N}_]+/gu)) uses.add(name);
    for (const [, name] of line.matchAll(/(?<![\p{L}\p{N}_$.])([\p{L}_][\p{L}\p{N}_]*)\.[\p{L}_]/gu))
      uses.add(`enum ${name}`);
  }
  return { defines, uses };
}

/** Returns the names of a Twee file: its passages, and those that its links and macros name. */
export function namesOfTwee(text: string): NamesOfFile {
  if (text === "") return NO_NAMES;
  const defines = new Set<string>();
  const uses = new Set<string>();
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.startsWith("::")) {
      const name = /^::\s*([^[{\n]*)/.exec(line)?.[1]?.trim();
      if (name !== undefined) defines.add(name);
    } else if (line.length <= 100_000) {
      for (const [, link = ""] of line.matchAll(/\[\[([^[\]]+)\]/g)) {
        for (const part of link.split(/->|<-|\|/)) uses.add(part.trim());
      }
      for (const [, , name = ""] of line.matchAll(/(["'])([^"'\n]{1,200})\1/g)) uses.add(name);
    }
  }
  return { defines, uses };
}
