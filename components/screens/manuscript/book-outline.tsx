"use client";

import { firstWords } from "#domain/first-words.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { blocksOf } from "./blocks.ts";
import type { Book } from "./book-types.ts";
import { type OutlinedPassage, outlineItems, storyItems } from "./outline-items.ts";
import { OutlineTree, type OutlineTreeProps } from "./outline-tree.tsx";
import type { PassageDesk } from "./passage-desk.ts";
import { usePassages } from "./use-book.ts";

interface BookOutlineProps extends Omit<OutlineTreeProps, "items" | "canMove" | "chosen"> {
  readonly book: Book;
  readonly order: "reading" | "story";
  /** Id of the open chapter; null for none. */
  readonly chapterId: string | null;
  readonly desk: PassageDesk;
}

/** Characters of a passage that its row shows. */
const SHOWN = 60;

/** The outline of a book, with the passages of the open chapter. */
export function BookOutline(props: BookOutlineProps) {
  const { chapterId } = props;
  return chapterId === null ? <Rows {...props} open={null} /> : <OpenRows {...props} chapterId={chapterId} />;
}

function OpenRows(props: BookOutlineProps & { readonly chapterId: string }) {
  const { chapterId, desk } = props;
  const { at } = useMoment();
  const { rows } = usePassages(chapterId);
  const blocks = blocksOf(chapterId, rows ?? [], at === null ? desk : null);
  const passages = blocks.map(({ id, text, kind }) => ({
    id,
    words: firstWords(text, SHOWN) || "Empty passage",
    isNote: kind === "note",
  }));
  return <Rows {...props} open={{ chapterId, passages }} />;
}

interface RowsProps extends BookOutlineProps {
  readonly open: { readonly chapterId: string; readonly passages: readonly OutlinedPassage[] } | null;
}

function Rows({ book, order, chapterId, desk: _, open, ...tree }: RowsProps) {
  const items = order === "reading" ? outlineItems(book, open) : storyItems(book);
  return <OutlineTree {...tree} items={items} chosen={chapterId} canMove={order === "reading"} />;
}
