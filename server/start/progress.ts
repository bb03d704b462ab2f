/** Tells the person who starts what is going on: a line a step, with the time it took. */
export interface Progress {
  /**
   * Runs a step; several may run at once. Its line says how many steps are done, the `summary` it answers, and its seconds;
   * `say` adds a line before, and one is added every ten seconds.
   */
  step<T>(name: string, work: (say: (sentence: string) => void) => Promise<{ value: T; summary: string }>): Promise<T>;
  line(text: string): void;
}

const NAME_WIDTH = 12;
const TELL_MS = 10_000;

/** Progress over so many steps, written as plain lines, good for a terminal and for a log file alike. */
export function createProgress(steps: number, write: (line: string) => void = (line) => console.log(line)): Progress {
  let done = 0;
  return {
    line: write,
    async step(name, work) {
      const begun = performance.now();
      const seconds = () => (performance.now() - begun) / 1_000;
      const say = (sentence: string) => write(`       ${name.padEnd(NAME_WIDTH)} ${sentence}`);
      const telling = setInterval(() => say(`${Math.round(seconds())} s so far`), TELL_MS);
      try {
        const { value, summary } = await work(say);
        done += 1;
        write(`  ${done}/${steps}  ${name.padEnd(NAME_WIDTH)} ${summary} (${seconds().toFixed(1)} s)`);
        return value;
      } finally {
        clearInterval(telling);
      }
    },
  };
}
