/** Person who can be mentioned. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Returns the text typed behind an `@` at the caret; null where nobody is being mentioned. */
export function calledAt(text: string, caret: number): { readonly from: number; readonly typed: string } | null {
  const found = /(?:^|\s)@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]*)?)$/u.exec(text.slice(0, caret));
  return found === null ? null : { from: caret - (found[1] ?? "").length - 1, typed: found[1] ?? "" };
}

/** People whose name, or a word of it, begins as it is typed. */
export function peopleFor(people: readonly Person[], typed: string): Person[] {
  const wanted = typed.toLocaleLowerCase();
  return people.filter(({ name }) => {
    const whole = name.toLocaleLowerCase();
    return whole.startsWith(wanted) || whole.split(/\s+/).some((word) => word.startsWith(wanted));
  });
}

/** Ids of the people whom a text calls: `@` and the whole name. */
export function mentionsIn(text: string, people: readonly Person[]): string[] {
  return people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
}
