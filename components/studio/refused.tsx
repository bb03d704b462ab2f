import { Notice } from "../ui/notice.tsx";

/** What a page says of a call that was refused. */
export interface Refusal {
  code: string;
  message: string;
  requestId: string | null;
}

/** A part of a page that could not be read: what failed, what is safe, what to do. */
export function Refused({ what, refusal, retry }: { what: string; refusal: Refusal; retry: string }) {
  return (
    <div className="max-w-[38rem] space-y-4">
      <Notice tone="error" title={`${what} could not be read`}>
        <p>{refusal.message} Nothing is lost: this page only reads.</p>
        <p className="mt-1">
          <a href={`/docs/errors/${refusal.code}`} className="underline underline-offset-2">
            What <code className="font-code text-13">{refusal.code}</code> means
          </a>
        </p>
      </Notice>
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-13">
        <a href={retry} className="link font-medium">
          Try again
        </a>
        {refusal.requestId !== null && (
          <span className="break-all font-code text-11 text-ink-3">request {refusal.requestId}</span>
        )}
      </p>
    </div>
  );
}
