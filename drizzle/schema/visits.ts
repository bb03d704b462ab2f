import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/**
 * Requests that were let in without a key, a row a request, for as long as their limit's window lasts. `address` is a keyed
 * digest of where one came from.
 */
export const publicRequests = pgTable(
  "public_requests",
  {
    request_id: uuid("request_id").primaryKey(),
    policy: text("policy").notNull(),
    address: textC("address").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    index("public_requests_address").on(t.policy, t.address, t.at),
    index("public_requests_age").on(t.policy, t.at),
  ],
);
