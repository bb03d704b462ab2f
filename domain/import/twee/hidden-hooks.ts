import type { Piece } from "./piece.ts";

/** Pieces that the macros of one passage may show in all: contents that show others could otherwise grow without bound. */
const SHOWN_PIECES = 10_000;

/** Hidden contents of a passage and the macros that show them; each stands as a piece that is not understood until then. */
export class HiddenHooks {
  readonly #bodies = new Map<Piece, { readonly name: string; readonly body: readonly Piece[] }>();
  readonly #byName = new Map<string, (readonly Piece[])[]>();
  readonly #shows = new Map<Piece, readonly string[]>();
  #left = SHOWN_PIECES;

  /** Notes a hidden content; `piece` stands in its place. */
  hide(piece: Piece, name: string, body: readonly Piece[]): void {
    this.#bodies.set(piece, { name, body });
    const known = this.#byName.get(name) ?? [];
    known.push(body);
    this.#byName.set(name, known);
  }

  /** Notes a macro that shows contents by their names; `piece` stands in its place. */
  show(piece: Piece, names: readonly string[]): void {
    this.#shows.set(piece, names);
  }

  /**
   * Pieces of the passage with hidden contents where they are shown: in their own place where that happens whatever is
   * chosen, else in the place of the macro. One that nothing shows stays not understood.
   */
  placed(pieces: readonly Piece[]): Piece[] {
    if (this.#bodies.size === 0) return [...pieces];
    const always = new Set(pieces.flatMap((piece) => this.#shows.get(piece) ?? []));
    const ever = new Set([...this.#shows.values()].flat());
    const within: string[] = [];
    const place = (all: readonly Piece[]): Piece[] =>
      all.flatMap((piece): Piece[] => {
        const names = this.#shows.get(piece);
        if (names !== undefined) return this.#shown(piece, names, { always, within, place });
        const hidden = this.#bodies.get(piece);
        if (hidden !== undefined) {
          if (always.has(hidden.name)) return place(hidden.body);
          return ever.has(hidden.name) ? [] : [piece];
        }
        if (piece.kind === "in-place") return [{ ...piece, body: place(piece.body) }];
        if (piece.kind !== "if") return [piece];
        return [{ ...piece, clauses: piece.clauses.map(({ guards, body }) => ({ guards, body: place(body) })) }];
      });
    return place(pieces);
  }

  #shown(
    piece: Piece,
    names: readonly string[],
    {
      always,
      within,
      place,
    }: { always: ReadonlySet<string>; within: string[]; place: (all: readonly Piece[]) => Piece[] },
  ): Piece[] {
    if (this.#left < 0) return [piece];
    const bodies = names.flatMap((name) => this.#byName.get(name) ?? []);
    for (const body of bodies) this.#left -= body.length + 1;
    if (this.#left < 0 || names.some((name) => !this.#byName.has(name))) return [piece];
    return names.flatMap((name) => {
      if (always.has(name) || within.includes(name)) return [];
      within.push(name);
      const { line } = piece;
      const shown = (this.#byName.get(name) ?? []).flatMap((body): Piece[] => [
        ...place(body),
        { line, kind: "text", text: "\n" },
      ]);
      within.pop();
      return shown;
    });
  }
}
