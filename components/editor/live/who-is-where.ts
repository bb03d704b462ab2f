import { initialsOf } from "../../ui/initials.ts";
import type { PresentPerson } from "./live-message.ts";

/** One other person, however many windows they have open, at the place nearest to mine. */
export interface Other {
  readonly userId: string;
  readonly name: string;
  readonly initials: string;
  /** Index of the person's colour among eight: always the same for a person. */
  readonly colour: number;
  /** The dialogue they have open, and the node they are on. */
  readonly graphId: string | null;
  readonly nodeId: string | null;
  /** Whether it is the dialogue that is open here. */
  readonly isHere: boolean;
}

/** Number of colours that the tokens have for people. */
export const PERSON_COLOURS = 8;

/** Returns the other people, each once: those in the open dialogue first, then by name. */
export function othersOf(
  people: readonly PresentPerson[],
  { userId, graphId }: { userId: string; graphId: string | null },
): Other[] {
  const others = new Map<string, Other>();
  for (const person of people) {
    if (person.user_id === userId) continue;
    const isHere = graphId !== null && person.graph_id === graphId;
    const known = others.get(person.user_id);
    const isNearer = known === undefined || (isHere && !known.isHere) || (isHere && known.nodeId === null);
    if (!isNearer) continue;
    others.set(person.user_id, {
      userId: person.user_id,
      name: person.name,
      initials: initialsOf(person.name),
      colour: colourOf(person.user_id),
      graphId: person.graph_id,
      nodeId: person.node_id,
      isHere,
    });
  }
  return [...others.values()].sort((a, b) => Number(b.isHere) - Number(a.isHere) || compare(a.name, b.name));
}

function colourOf(userId: string): number {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return (sum % PERSON_COLOURS) + 1;
}

function compare(a: string, b: string): number {
  return a.localeCompare(b);
}
