// PostGraphile over one schema, as its documentation sets it up: the Amber preset and the connection-filter plugin, on its own
// node server. Started with the address of the database; prints its own as a line of JSON once it answers.
import { createServer } from "node:http";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { PostGraphileConnectionFilterPreset } from "postgraphile-plugin-connection-filter";

const [connectionString, schema] = process.argv.slice(2);

const serving = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  pgServices: [makePgService({ connectionString, schemas: [schema], poolConfig: { max: 10 } })],
  grafserv: { graphqlPath: "/graphql", graphiql: false, watch: false },
  grafast: { explain: false },
});
const server = createServer();
server.on("error", (error) => {
  console.error(error);
  process.exit(1);
});
const listener = serving.createServ(grafserv);
await listener.addTo(server);
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
