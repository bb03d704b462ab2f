import { cut } from "../code-points.ts";

/** Most open threads that an outline takes up. */
const THREADS = 5;

/** A chapter as far as a sketch says something of it. */
interface SketchedChapter {
  readonly title: string;
  readonly pov: string | null;
}

/** Beats for a chapter without a model: one for each open thread, in words that say it is a sketch. */
export function sketchBeats({ title, pov }: SketchedChapter, threads: readonly string[]): string[] {
  const begin = `Sketch: “${title}” begins${pov === null ? "" : ` with ${pov}`}`;
  const taken = threads.slice(0, THREADS).map((thread) => `Sketch: take up “${oneLine(thread)}”`);
  return [begin, ...taken, `Sketch: what has changed by the end of “${title}”`].map((beat) => cut(beat, 500));
}

/** A note in place of a scene that nobody has written: a label for what is to be told, never prose. */
export function sketchScene(beat: string, { pov }: SketchedChapter): string {
  const lines = [
    `**To be written:** ${beat}`,
    `- Point of view: ${pov ?? "open"}`,
    "- Where and when:",
    "- What changes:",
  ];
  return lines.join("\n");
}

const oneLine = (text: string) => cut(text.replaceAll(/\s+/g, " ").trim(), 200);
