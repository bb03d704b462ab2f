import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importInk } from "#domain/import/ink/ink.ts";
import { playedByInk, playedByUs, type StoryWalk } from "#domain/import/ink/walk.fixture.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Plays the stories of ink-proof (`ink/I…/story.ink` with the choices of `input.txt`) by ink's own engine and as they are imported.
 *
 * @param folder a checkout of the suite
 */
export function playInkProof(folder: string): Verdict[] {
  const cases = join(folder, "ink");
  return readdirSync(cases)
    .filter((name) => existsSync(join(cases, name, "story.ink")))
    .map((name) => {
      const source = readFileSync(join(cases, name, "story.ink"), "utf8");
      const input = readFileSync(join(cases, name, "input.txt"), "utf8")
        .split("\n")
        .map(Number);
      const metadata: unknown = JSON.parse(readFileSync(join(cases, name, "metadata.json"), "utf8"));
      return {
        name,
        ...compare(
          source,
          input.filter((number) => number > 0),
        ),
        category: categoryOf(metadata),
      };
    });
}

function compare(source: string, input: readonly number[]): Pick<Verdict, "outcome" | "losses" | "difference"> {
  const theirs = attempt(() => walk(playedByInk(source), input));
  let losses: string[];
  let ours: string;
  try {
    losses = importInk(source).report.flatMap(({ severity, code }) => (severity === "info" ? [] : [code]));
    ours = attempt(() => walk(playedByUs(source), input));
  } catch (error) {
    const difference = error instanceof Error ? error.message : String(error);
    return { outcome: theirs.startsWith(STOPPED) ? "refused by both" : "refused", losses: [], difference };
  }
  if (ours === theirs) return { outcome: "the same", losses, difference: null };
  // Its engine stops with an error where ours has nothing more to say.
  if (theirs.startsWith(STOPPED)) return { outcome: "an error of its engine", losses, difference: theirs };
  return { outcome: losses.length > 0 ? "a loss that is said" : "different", losses, difference: `${theirs}\n${ours}` };
}

const STOPPED = "stopped: ";

function attempt(play: () => string): string {
  try {
    return play();
  } catch (error) {
    return `${STOPPED}${error instanceof Error ? error.message : String(error)}`;
  }
}

function walk(play: () => StoryWalk, input: readonly number[]): string {
  const played = play();
  const said = [played.first];
  for (const number of input) {
    const { choices } = said.at(-1) ?? { choices: [] };
    if (choices.length < number) break;
    said.push(played.choose(number - 1));
  }
  return JSON.stringify(said);
}

function categoryOf(metadata: unknown): string {
  if (typeof metadata !== "object" || metadata === null || !("tags" in metadata)) return "other";
  const { tags } = metadata;
  return Array.isArray(tags) && typeof tags[0] === "string" ? tags[0] : "other";
}
