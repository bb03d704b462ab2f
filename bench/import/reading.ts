import { gatherStories } from "#domain/import/files/gather-stories.ts";
import { ImportError } from "#domain/import/import-error.ts";
import { importStory } from "#domain/import/import-story.ts";
import { SHAPES, type Shape } from "./shapes.ts";

const SIZES = [64 * 1024, 1024 * 1024] as const;
/** Aim for one file, in milliseconds of processor time. */
const AIM_MS = 2_000;

/**
 * Measures the processor time (of the thread) of recognising and reading a file, by shape and size, in a process that has read one of its format
 * before; refusals count as well. `only` names a part of the shapes by their beginning.
 */
export function measureReading(only: string | null): void {
  const shapes = SHAPES.filter(({ name }) => only === null || name.startsWith(only));
  for (const format of new Set(shapes.map((shape) => shape.format))) {
    for (let round = 0; round < 3; round++)
      for (const shape of shapes) if (shape.format === format) read(shape, 8 * 1024);
  }
  let over = 0;
  for (const shape of shapes) {
    const cells = SIZES.map((size) => {
      const { ms, result } = read(shape, size);
      if (ms > AIM_MS) over += 1;
      return `${ms.toFixed(0).padStart(8)} ms${ms > AIM_MS ? " !" : "  "} ${result.padEnd(22)}`;
    });
    console.log(`${shape.name.padEnd(32)} ${cells.join(" ")}`);
  }
  console.log(over === 0 ? "none above 2 s" : `${over} above 2 s`);
}

function read(shape: Shape, size: number): { ms: number; result: string } {
  const content = shape.text(size);
  const begun = process.threadCpuUsage();
  let result: string;
  try {
    const { stories } = gatherStories([{ name: "", content }], shape.format);
    let nodes = 0;
    for (const story of stories) {
      for (const graph of importStory(story.format, story.content, story).graphs) nodes += graph.nodes.length;
    }
    result = `${nodes} nodes`;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    result = `refused: ${error.code}`;
  }
  const { user, system } = process.threadCpuUsage(begun);
  return { ms: (user + system) / 1_000, result };
}
