// What other features may use of the record's own operations: the history of one of their subjects, and the kinds of events.
export { eventCatalogue } from "./event-catalogue.ts";
export { History, historyOfEach, subjectHistory } from "./history.ts";
export { Event } from "./schemas.ts";
export { Commit, commitsBetween } from "./timeline/commits.ts";
