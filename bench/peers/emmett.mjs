// Emmett's event store on PostgreSQL, as its users call it: one event an append, the next version expected.
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";

/** Opens a store on a database of its own. A stream's `append` writes what the creation of an entity says. */
export async function openEmmett(url) {
  const store = getPostgreSQLEventStore(url);
  await store.schema.migrate();
  let streams = 0;
  return {
    stream: () => {
      streams += 1;
      const name = `project-${process.pid}-${streams}`;
      let n = 0;
      let version;
      return {
        append: async () => {
          n += 1;
          const data = { external_id: `place-${n}`, type: "location", name: "A place", properties: { n } };
          const options = version === undefined ? undefined : { expectedStreamVersion: version };
          const result = await store.appendToStream(name, [{ type: "entity.created", data }], options);
          version = result.nextExpectedStreamVersion;
        },
      };
    },
    close: () => store.close(),
  };
}
