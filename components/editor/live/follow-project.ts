import type { StudioClient } from "../../frame/api/client.ts";
import type { LiveEvent } from "./live-message.ts";
import { type Live, openLive } from "./open-live.ts";

/** Sequence up to which a page was told of a project when it was left, and when that was. */
interface LeftAt {
  readonly seq: number;
  readonly at: number;
}

/** Time for which a page that is left goes on where it was. What it shows is read anew later than that. */
export const GOES_ON_MS = 60_000;
const left = new WeakMap<object, Map<string, LeftAt>>();

interface FollowedProject {
  readonly client: StudioClient;
  readonly projectId: string;
  /** Name of the page that follows. What it is told is told to no other page. */
  readonly page: string;
  /** Receives what happened, at most once in `gathersMs`. */
  readonly onEvents: (events: readonly LiveEvent[]) => void;
  readonly gathersMs: number;
  /** Reads the sequence that the record reaches. */
  readonly readHead: () => Promise<number>;
  readonly open?: typeof openLive;
}

/**
 * Follows a project until the returned function is called. A page that is opened again soon is told what happened since it was left,
 * because it shows what it had read by then.
 */
export function followProject(options: FollowedProject): () => void {
  const { client, projectId, page, onEvents, gathersMs, readHead, open = openLive } = options;
  const key = `${page} ${projectId}`;
  const kept = left.get(client) ?? new Map<string, LeftAt>();
  left.set(client, kept);
  let live: Live | null = null;
  let isClosed = false;
  let told: number | null = null;
  let gathered: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = (events: readonly LiveEvent[]) => {
    gathered.push(...events);
    timer ??= setTimeout(() => {
      timer = undefined;
      const news = gathered;
      gathered = [];
      told = news.at(-1)?.seq ?? told;
      onEvents(news);
    }, gathersMs);
  };
  const begin = (afterSeq: number) => {
    if (isClosed) return;
    told = afterSeq;
    live = open({ client, projectId, afterSeq, onEvents: take });
  };
  const before = kept.get(key);
  if (before !== undefined && Date.now() - before.at < GOES_ON_MS) begin(before.seq);
  // A project that cannot be followed leaves the page as new as its last look.
  else readHead().then(begin, () => undefined);
  return () => {
    isClosed = true;
    clearTimeout(timer);
    live?.close();
    if (told !== null) kept.set(key, { seq: told, at: Date.now() });
  };
}
