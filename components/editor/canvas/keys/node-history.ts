/** More than this nobody walks back. */
const MOST = 200;

/** The nodes a person has been at, in order, as a browser keeps its pages. */
export class NodeHistory {
  #visited: string[] = [];
  #at = -1;

  /** Notes that a node is where one is now. */
  visit(id: string): void {
    if (this.#visited[this.#at] === id) return;
    this.#visited = [...this.#visited.slice(0, this.#at + 1), id].slice(-MOST);
    this.#at = this.#visited.length - 1;
  }

  /** The node before, passing over those that are gone; null at the first. */
  back(isHere: (id: string) => boolean): string | null {
    return this.#step(-1, isHere);
  }

  /** The node one came back from. */
  forward(isHere: (id: string) => boolean): string | null {
    return this.#step(1, isHere);
  }

  #step(step: 1 | -1, isHere: (id: string) => boolean): string | null {
    for (let at = this.#at + step; at >= 0 && at < this.#visited.length; at += step) {
      const id = this.#visited[at];
      if (id === undefined || !isHere(id)) continue;
      this.#at = at;
      return id;
    }
    return null;
  }
}
