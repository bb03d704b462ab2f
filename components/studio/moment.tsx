const FORMAT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A moment in UTC: the server does not know the reader's zone, and the record is kept in UTC. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{FORMAT.format(new Date(iso))} UTC</time>;
}
