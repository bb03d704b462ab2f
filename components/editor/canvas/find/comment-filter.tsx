"use client";

import { counted } from "#domain/counted.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { useCommentedCards, useFollowComments } from "../../comments/use-comments.ts";
import { useView, useViewStore } from "../../store/view-state.ts";
import { FilterBar } from "./filter-bar.tsx";

/** Colours only the cards with open comments, and says how many these are. Comments of others arrive while it is there. */
export function CommentFilterBar() {
  useFollowComments();
  const isOn = useView((state) => state.commentedOnly);
  const cards = useCommentedCards();
  const view = useViewStore();
  useCommandHandlers({
    "comments.only": {
      run: () => view.setState(({ commentedOnly }) => ({ commentedOnly: !commentedOnly, statusOnly: null })),
      checked: isOn,
    },
  });
  if (!isOn) return null;
  const words =
    cards === 0 ? "No cards with open comments" : counted(cards, "card with open comments", "cards with open comments");
  return <FilterBar words={words} onClose={() => view.setState({ commentedOnly: false })} />;
}
