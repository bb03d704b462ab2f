/** More than this nobody walks back. */
const MOST = 200;

/** The cards a person has been at, in order, as a browser keeps its pages. */
export class VisitedCards {
  #visited: string[] = [];
  #at = -1;

  /** Notes that a card is where one is now. */
  visit(id: string): void {
    if (this.#visited[this.#at] === id) return;
    this.#visited = [...this.#visited.slice(0, this.#at + 1), id].slice(-MOST);
    this.#at = this.#visited.length - 1;
  }

  /** The card before, passing over those that are gone; null at the first. */
  back(isHere: (id: string) => boolean): string | null {
    return this.#step(-1, isHere);
  }

  /** The card one came back from. */
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
