import { createComment } from "./operations/create-comment.ts";
import { deleteComment } from "./operations/delete-comment.ts";
import { getComment } from "./operations/get-comment.ts";
import { listComments } from "./operations/list-comments.ts";
import { reopenComment } from "./operations/reopen-comment.ts";
import { resolveComment } from "./operations/resolve-comment.ts";
import { restoreComment } from "./operations/restore-comment.ts";
import { updateComment } from "./operations/update-comment.ts";

export const comments = {
  create: createComment,
  list: listComments,
  get: getComment,
  update: updateComment,
  delete: deleteComment,
  restore: restoreComment,
  resolve: resolveComment,
  reopen: reopenComment,
};
