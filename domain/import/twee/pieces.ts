import { TEXT_MARK_KINDS, type TextMarkKind } from "../../text-marks/text-mark.ts";
import type { TweeDialect } from "./dialects.ts";
import { HiddenHooks } from "./hidden-hooks.ts";
import type { TweeLink } from "./links.ts";
import type { Mark } from "./marks.ts";
import { wordsOf } from "./markup.ts";
import type { Piece } from "./piece.ts";

interface Frame {
  readonly mark: Mark | null;
  readonly line: number;
  readonly pieces: Piece[];
}

/** Puts the marks of a passage and the words between them together; `line` is that of its first words. */
export function piecesOf(text: string, marks: readonly Mark[], dialect: TweeDialect | null, line: number): Piece[] {
  return new PieceReader(text, dialect, line).read(marks);
}

/** Marks whose content stands where they stand. */
const THROUGH: ReadonlySet<Mark["kind"]> = new Set(["hook", "timed", "aloud", "silent"]);

class PieceReader {
  readonly #text: string;
  readonly #dialect: TweeDialect | null;
  readonly #frames: Frame[] = [{ mark: null, line: 0, pieces: [] }];
  /** Numbers of open blocks and braces whose line breaks are spaces, that nobody sees, and that are not understood. */
  #flat = 0;
  #silent = 0;
  #unread = 0;
  /** Numbers of open blocks that wait for a time, and that are read inside what is silent. */
  #timed = 0;
  #aloud = 0;
  /** Number of open signs of each way of setting words. */
  readonly #styles = new Map<TextMarkKind, number>();
  readonly #hidden = new HiddenHooks();

  /** The line that was counted to, and the place where it ends. */
  #line: number;
  #nextBreak: number;

  constructor(text: string, dialect: TweeDialect | null, line: number) {
    this.#text = text;
    this.#dialect = dialect;
    this.#line = line;
    this.#nextBreak = breakIn(text, 0);
  }

  read(marks: readonly Mark[]): Piece[] {
    let at = 0;
    for (const mark of marks) {
      if (mark.start > at) this.#words(at, mark.start);
      at = Math.max(at, mark.end);
      this.#mark(mark);
    }
    this.#words(at, this.#text.length);
    while (this.#frames.length > 1) this.#close(this.#text.length);
    return this.#hidden.placed(this.#frames[0]?.pieces ?? []);
  }

  /** The line of a place; places are asked for nearly in their order. */
  #lineAt(place: number): number {
    while (this.#nextBreak < place) {
      this.#line++;
      this.#nextBreak = breakIn(this.#text, this.#nextBreak + 1);
    }
    return this.#line;
  }

  #add(piece: Piece): void {
    if (this.#unread > 0) return;
    const kinds = TEXT_MARK_KINDS.filter((kind) => (this.#styles.get(kind) ?? 0) > 0);
    const isAloud = this.#aloud > 0;
    const isLate = (piece.kind === "print" || piece.kind === "set" || piece.kind === "if") && this.#isTimed();
    if (kinds.length === 0 && !isAloud && !isLate) this.#frames.at(-1)?.pieces.push(piece);
    else {
      const styles = kinds.length === 0 ? {} : { styles: kinds };
      const how = { ...styles, ...(isAloud && { aloud: true }), ...(isLate && { isLate }) };
      this.#frames.at(-1)?.pieces.push({ ...piece, ...how });
    }
  }

  #words(from: number, to: number): void {
    if (from >= to || this.#unread > 0) return;
    const text = this.#text.slice(from, to);
    const isFlat = this.#flat > 0;
    let at = from;
    for (const words of wordsOf(isFlat ? text.replace(/\\?\s+/g, " ") : text, this.#dialect)) {
      const source = words.kind === "text" ? words.text : words.source;
      const line = this.#lineAt(isFlat ? from : at + Math.max(0, source.search(/\S/)));
      at += source.length;
      if (words.kind === "unread" || this.#silent === 0) this.#add({ line, ...words });
    }
  }

  #mark(mark: Mark): void {
    const line = this.#lineAt(mark.start);
    switch (mark.kind) {
      case "link":
        if (this.#silent === 0) this.#addLink(line, mark);
        return;
      case "words":
        if (this.#silent === 0) this.#add({ line, kind: "text", text: mark.text, isQuoted: true });
        return;
      case "style":
        this.#styles.set(mark.style, (this.#styles.get(mark.style) ?? 0) + (mark.opens ? 1 : -1));
        return;
      case "media":
        if (this.#silent === 0) this.#add({ line, kind: "media", what: mark.what, source: mark.source });
        return;
      case "print":
        if (this.#silent === 0) this.#add({ ...mark, line });
        else this.#add({ line, kind: "unread", name: "print", source: this.#text.slice(mark.start, mark.end) });
        return;
      case "goto":
        if (this.#isTimed()) this.#add({ line, kind: "link", link: this.#wayOf(mark), use: null });
        else this.#add({ line, kind: "goto", target: mark.target });
        return;
      case "include": {
        const isSilent = this.#silent > 0 && this.#aloud === 0;
        this.#add({ line, kind: "include", target: mark.target, ...(isSilent && { isSilent }) });
        return;
      }
      case "set":
      case "cycle": {
        const { start: _, end: __, ...meaning } = mark;
        this.#add({ line, ...meaning });
        return;
      }
      case "show": {
        const piece: Piece = { line, kind: "unread", name: "show", source: this.#text.slice(mark.start, mark.end) };
        this.#hidden.show(piece, mark.names);
        this.#add(piece);
        return;
      }
      case "unread":
        this.#add({ line, kind: "unread", name: mark.name, source: this.#text.slice(mark.start, mark.end) });
        return;
      case "reveal": {
        // Its words are set as those of a passage are.
        const text: Piece[] = mark.text === "" ? [] : [{ line, kind: "print", source: JSON.stringify(mark.text) }];
        const body: Piece[] = mark.target === null ? text : [{ line, kind: "include", target: mark.target }];
        this.#add({ line, kind: "in-place", label: { text: mark.label }, body, mode: { shows: true, stays: false } });
        return;
      }
      case "brace":
        this.#flat = Math.max(0, this.#flat + (mark.opens ? 1 : -1));
        return;
      case "nothing":
        return;
      case "close":
        this.#close(mark.end);
        return;
      default:
        this.#open(mark);
    }
  }

  #addLink(line: number, { link, use, isApart = false }: Mark & { kind: "link" }): void {
    this.#add({ line, kind: "link", link, use: use ?? null, ...(isApart && { isApart }) });
  }

  /** Whether what is come to waits for a time, and for no choice inside that. */
  #isTimed(): boolean {
    if (this.#timed === 0) return false;
    return (
      this.#frames.findLast(({ mark }) => mark?.kind === "timed" || mark?.kind === "in-place")?.mark?.kind === "timed"
    );
  }

  /** A way that is gone by itself after a time, as a link. */
  #wayOf({ start, end, target }: Mark & { kind: "goto" }): TweeLink {
    return { start, end, raw: this.#text.slice(start, end), text: "", target, setter: null };
  }

  #open(mark: Mark): void {
    this.#count(mark, 1);
    // What is only put together otherwise stands where its block stands.
    const isThrough = THROUGH.has(mark.kind);
    const pieces = (isThrough ? this.#frames.at(-1)?.pieces : null) ?? [];
    this.#frames.push({ mark, line: this.#lineAt(mark.start), pieces });
  }

  #count(mark: Mark, by: number): void {
    if (mark.kind === "hook" && mark.isOneLine) this.#flat += by;
    if (mark.kind === "silent") this.#silent += by;
    if (mark.kind === "timed") this.#timed += by;
    if (mark.kind === "aloud") this.#aloud += by;
    if (mark.kind === "block" || mark.kind === "dropped") this.#unread += by;
  }

  #close(end: number): void {
    if (this.#frames.length < 2) return;
    const frame = this.#frames.pop();
    if (frame === undefined || frame.mark === null) return;
    const { mark, line, pieces } = frame;
    this.#count(mark, -1);
    switch (mark.kind) {
      case "block":
        this.#add({ line, kind: "unread", name: mark.name, source: this.#text.slice(mark.start, end) });
        return;
      case "hidden": {
        const piece: Piece = { line, kind: "unread", name: "hidden", source: this.#text.slice(mark.start, end) };
        this.#hidden.hide(piece, mark.name, pieces);
        this.#add(piece);
        return;
      }
      case "if":
        this.#add({ line, kind: "if", clauses: [{ guards: [mark.guard], body: pieces }] });
        return;
      case "else":
        this.#else(mark, line, pieces);
        return;
      case "in-place": {
        if (this.#silent > 0) return;
        const way: Piece[] = mark.target === null ? [] : [{ line, kind: "goto", target: mark.target }];
        this.#add({ line, kind: "in-place", label: mark.label, body: [...pieces, ...way], mode: mark.mode });
        return;
      }
      default:
        return;
    }
  }

  /** Adds an alternative to the preceding `if`, or starts one that asks whether the earlier alternatives failed. */
  #else(mark: Mark & { kind: "else" }, line: number, body: Piece[]): void {
    const here = this.#frames.at(-1)?.pieces ?? [];
    const before = here.findLastIndex((piece) => piece.kind !== "text" || piece.text.trim() !== "");
    const chain = here[before];
    if (chain?.kind === "if" && this.#unread === 0) {
      here.splice(before + 1);
      chain.clauses.push({ guards: mark.guard === null ? [] : [mark.guard], body });
    } else this.#add({ line, kind: "if", clauses: [{ guards: mark.guards, body }] });
  }
}

/** The next line break of a text from a place, or a place behind all others. */
function breakIn(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}
