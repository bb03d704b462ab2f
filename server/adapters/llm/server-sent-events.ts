/** One event of a stream: its name, where it has one, and its data. */
export interface SentEvent {
  readonly event: string | null;
  readonly data: string;
}

/** The events of a whole stream of server-sent events. What stands behind the last empty line is no event (HTML standard §9.2.6). */
export function readEvents(text: string): SentEvent[] {
  const blocks = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n\n");
  blocks.pop();
  return blocks.flatMap((block) => {
    let event: string | null = null;
    const data: string[] = [];
    for (const line of block.split("\n")) {
      const [, field, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === "event") event = value ?? "";
      else if (field === "data") data.push(value ?? "");
    }
    return data.length === 0 ? [] : [{ event, data: data.join("\n") }];
  });
}

/** A stream of server-sent events, of some of those of another. */
export function writeEvents(events: readonly SentEvent[]): string {
  return events
    .map(({ event, data }) => {
      const lines = data.split("\n").map((line) => `data: ${line}\n`);
      return `${event === null ? "" : `event: ${event}\n`}${lines.join("")}\n`;
    })
    .join("");
}

/** Whether a body is a stream of server-sent events, whatever its header says. */
export function looksLikeEvents(text: string): boolean {
  return /^\uFEFF?\s*(data|event|id|retry)?:/.test(text);
}
