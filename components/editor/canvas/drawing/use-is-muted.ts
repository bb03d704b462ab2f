import { cardProgress, hasProgress } from "#domain/dialogue/line-status.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useIsWithoutProblem } from "../../store/use-problems.ts";
import { useView } from "../../store/view-state.ts";
import { useCommentCount } from "./comment-counts.tsx";

/** Whether a node steps back because only problems, words of one status, or comments are to be seen, and it has none. */
export function useIsMuted(nodeId: string): boolean {
  const isWithoutProblem = useIsWithoutProblem(nodeId);
  const filter = useView((state) => state.statusOnly);
  const isOther = useDialogueState(({ nodes }) => {
    const node = filter === null ? undefined : nodes.get(nodeId);
    return node !== undefined && filter !== null && !hasProgress(cardProgress(node), filter);
  });
  const isUncommented = useCommentCount(nodeId) === 0;
  const commentedOnly = useView((state) => state.commentedOnly);
  return isWithoutProblem || isOther || (commentedOnly && isUncommented);
}
