/** Tells the person who starts what is going on: a line a step, with the time it took. */
export interface Progress {
  /** Runs a step. What it answers as `summary` stands on its line; `say` adds a line when something takes long. */
  step<T>(name: string, work: (say: (sentence: string) => void) => Promise<{ value: T; summary: string }>): Promise<T>;
  line(text: string): void;
}

const NAME_WIDTH = 12;

/** Progress written as plain lines, good for a terminal and for a log file alike. */
export function createProgress(write: (line: string) => void = (line) => console.log(line)): Progress {
  return {
    line: write,
    async step(name, work) {
      const begun = performance.now();
      const { value, summary } = await work((sentence) => write(`  ${name.padEnd(NAME_WIDTH)} ${sentence}`));
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
      write(`  ${name.padEnd(NAME_WIDTH)} ${summary} (${seconds} s)`);
      return value;
    },
  };
}
