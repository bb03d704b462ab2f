import { Container } from "inkjs/engine/Container";
import { ControlCommand } from "inkjs/engine/ControlCommand";
import type { DebugMetadata } from "inkjs/engine/DebugMetadata";
import { ImportError } from "../import-error.ts";
import { IMPORT_LIMITS } from "../story.ts";

/** Alternatives that one sequence can have: the time to read them grows with their square, and these take a second or two. */
const MAX_ALTERNATIVES = 2_000;

/** Part of a story with its place in the source. */
interface Placed {
  readonly debugMetadata: DebugMetadata | null;
}

/**
 * Refuses a compiled story that would be read for long and then be too large to keep.
 *
 * @param variables declarations of its variables, in order
 * @throws {ImportError} with the line of the sequence, or of the first variable beyond the limit
 */
export function checkCompiledSize(
  root: Container,
  variables: Iterable<Placed>,
  lineOf: (at: DebugMetadata) => number | undefined,
): void {
  const refuse = (message: string, { debugMetadata: at }: Placed): never => {
    const line = at === null ? undefined : lineOf(at);
    const where = line === undefined ? "" : `Line ${line}: `;
    throw new ImportError("too_large", `${where}${message}`, line === undefined ? {} : { line });
  };
  let count = 0;
  for (const each of variables) {
    count += 1;
    if (count > IMPORT_LIMITS.variables)
      refuse(`The story declares more than ${IMPORT_LIMITS.variables} variables, the limit of one import.`, each);
  }
  const open: Container[] = [root];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    if (alternativesOf(container) > MAX_ALTERNATIVES)
      refuse(`A sequence has more than ${MAX_ALTERNATIVES} alternatives, the limit of one.`, container);
    for (const each of [...container.content, ...(container.namedOnlyContent?.values() ?? [])])
      if (each instanceof Container) open.push(each);
  }
}

/** Counts the alternatives of a sequence, which begins by asking how often it was come to; 0 for anything else. */
function alternativesOf({ content, namedOnlyContent }: Container): number {
  const [, visits] = content;
  const isSequence = visits instanceof ControlCommand && visits.commandType === ControlCommand.CommandType.VisitIndex;
  return isSequence ? (namedOnlyContent?.size ?? 0) : 0;
}
