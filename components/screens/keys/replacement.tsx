"use client";

import { Countdown } from "../../ui/countdown.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type ApiKey, useKey } from "./key-queries.ts";

/** Whether an old key is still called with since a new one took its place, and how long it can be. */
export function Replacement({ apiKey }: { apiKey: ApiKey }) {
  const { data: successor } = useKey(apiKey.replaced_by);
  const { last_used_at, expires_at } = apiKey;
  // The last use is written about once a minute: a call before the rotation may stand here a minute after it.
  const isStillUsed = last_used_at !== null && successor !== undefined && last_used_at > successor.created_at;
  return (
    <Notice
      tone={isStillUsed ? "warn" : "info"}
      title={isStillUsed ? "Calls still come with this key" : "This key is being replaced"}
    >
      <div className="text-13">
        {successor !== undefined && (
          <p>
            <LocalTime iso={successor.created_at} />: a new key took its place.{" "}
            {isStillUsed ? (
              <>
                The last call with this one: <LocalTime iso={last_used_at} />.
              </>
            ) : (
              "No call with this one since then, as of a minute ago."
            )}
          </p>
        )}
        {expires_at !== null && (
          <p>
            It stops working in <Countdown until={expires_at} />.
          </p>
        )}
      </div>
    </Notice>
  );
}
