import { failureOf } from "../../frame/api/failure.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { ActionFailure } from "./use-list-actions.ts";

interface ActionNoticeProps {
  failure: ActionFailure | null;
  onDismiss: () => void;
}

/** Says above the list what was not done, and why. */
export function ActionNotice({ failure, onDismiss }: ActionNoticeProps) {
  if (failure === null) return null;
  const { kind, message, requestId } = failureOf(failure.error);
  const why =
    kind === "unreachable" ? "The service could not be reached." : message === "" ? "The fault is ours." : message;
  return (
    <div className="px-4 pb-2">
      <Notice tone="error" title={failure.what} announce>
        <p>{why} Nothing else changed.</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-3">
          <Button size="sm" onClick={onDismiss}>
            Dismiss
          </Button>
          {requestId !== null && <span className="break-all font-code text-11">request {requestId}</span>}
        </p>
      </Notice>
    </div>
  );
}
